/** The frame of all screens: a side bar, which is a sheet on narrow screens, and the screen itself. */
import { Dialog } from '@base-ui/react/dialog';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../api/session.ts';
import { useLanguage, useMessages } from '../i18n/language.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { NAVIGATION } from './navigation.ts';
import { ProjectSwitcher } from './project-switcher.tsx';
import { UserMenu } from './user-menu.tsx';
import { Wordmark } from './wordmark.tsx';

const catalogues = { en, es };
const GROUPS = ['make', 'build', 'settings'] as const;

function Navigation() {
  const t = useMessages(catalogues);
  const { language } = useLanguage();
  const { may } = useSession();
  const groups = GROUPS.map((group) => ({
    group,
    entries: NAVIGATION.filter((entry) => entry.group === group && (entry.needs === undefined || may(entry.needs))),
  })).filter(({ entries }) => entries.length > 0);
  return (
    <nav aria-label={t.navigation} className="flex flex-1 flex-col gap-5 overflow-y-auto px-3 py-4">
      {groups.map(({ group, entries }) => (
        <div key={group}>
          {group !== 'make' && <h2 className="px-2.5 pb-1 text-[12px] font-medium text-faint">{t[group]}</h2>}
          <ul className="space-y-0.5">
            {entries.map(({ to, icon: Icon, label, exact = false }) => (
              <li key={to}>
                <Link
                  to={to}
                  activeOptions={{ exact, includeSearch: false }}
                  className="flex h-8 items-center gap-2.5 rounded-lg px-2.5 font-medium text-soft transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-hover data-[status=active]:text-ink"
                >
                  <Icon className="size-4 shrink-0" aria-hidden />
                  {label[language]}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function SideBar() {
  return (
    <>
      <div className="px-3">
        <ProjectSwitcher />
      </div>
      <Navigation />
      <div className="border-t border-line p-2">
        <UserMenu />
      </div>
    </>
  );
}

/** On narrow screens: a bar with the mark, and the side bar as a sheet. */
function TopBar() {
  const t = useMessages(catalogues);
  const [open, setOpen] = useState(false);
  const href = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => setOpen(false), [href]);
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center justify-between border-b border-line bg-canvas px-3 lg:hidden">
      <Link to="/" className="rounded-md px-1">
        <Wordmark />
      </Link>
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger aria-label={t.openNavigation} className={buttonClasses('quiet', 'icon')}>
          <MenuIcon className="size-5" aria-hidden />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-30 bg-[rgb(var(--shade)/0.45)] transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
          <Dialog.Popup
            aria-label={t.navigation}
            className="fixed inset-y-0 left-0 z-30 flex w-[min(18rem,calc(100vw-3rem))] flex-col border-r border-line bg-canvas transition-transform duration-200 data-[ending-style]:-translate-x-full data-[starting-style]:-translate-x-full"
          >
            <div className="flex h-13 items-center justify-between px-4">
              <Wordmark />
              <Dialog.Close aria-label={t.closeNavigation} className={buttonClasses('quiet', 'icon')}>
                <X className="size-5" aria-hidden />
              </Dialog.Close>
            </div>
            <SideBar />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}

export function AppShell() {
  const t = useMessages(catalogues);
  const { project } = useSession();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-lg bg-primary px-3 py-2 text-on-primary focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line lg:flex">
        <div className="px-4.5 pt-4.5 pb-4">
          <Link to="/" className="inline-block rounded-md">
            <Wordmark />
          </Link>
        </div>
        <SideBar />
      </aside>
      <TopBar />
      <main id="content" tabIndex={-1} className="mx-auto w-full max-w-[84rem] min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-10 lg:py-9">
        {/* another project: nothing of a screen stays as it was */}
        <Outlet key={project ?? ''} />
      </main>
    </div>
  );
}
