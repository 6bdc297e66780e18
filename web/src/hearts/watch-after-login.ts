import type { QueryClient } from '@tanstack/react-query';
import { showSuccess } from '../ui/toast.js';
import type { HeartedProduct } from './hearted-product.js';
import { heartsOf } from './hearts.js';

/** Watches the product for which the user has logged in; its card may be out of sight. */
export async function watchAfterLogin(
  client: QueryClient,
  userId: string,
  product: HeartedProduct,
): Promise<void> {
  if (await heartsOf(client, userId).change(product.id, true)) {
    showSuccess(`You watch ${product.name}.`);
  }
}
