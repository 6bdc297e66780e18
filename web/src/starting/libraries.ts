// A step of the start of the application: `start.ts`.
export { QueryClientProvider } from '@tanstack/react-query';
export { createBrowserRouter, RouterProvider } from 'react-router';
