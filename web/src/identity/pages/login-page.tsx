import { AuthPage } from './auth-page.js';

export function LoginPage() {
  return <AuthPage kind="login" />;
}
