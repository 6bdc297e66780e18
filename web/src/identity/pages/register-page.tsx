import { AuthPage } from './auth-page.js';

export function RegisterPage() {
  return <AuthPage kind="register" />;
}
