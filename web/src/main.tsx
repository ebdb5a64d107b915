import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from './i18n/language.tsx';
import { queryClient, router } from './router.tsx';
import { applyTheme } from './theme/theme.ts';
import { ConfirmProvider } from './ui/confirm.tsx';
import { ToastProvider } from './ui/toast.tsx';

applyTheme();
const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <QueryClientProvider client={queryClient}>
          <ToastProvider>
            <ConfirmProvider>
              <RouterProvider router={router} />
            </ConfirmProvider>
          </ToastProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </StrictMode>,
  );
