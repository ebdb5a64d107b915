import { useNavigate } from '@tanstack/react-router';
import { useMessages } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { BalancePanel } from './balance-panel.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';
import { usageRoute } from './route.ts';
import { StatementPanel } from './statement-panel.tsx';
import { UsagePanel } from './usage-panel.tsx';

const catalogues = { en, es };

export function UsageScreen() {
  const t = useMessages(catalogues);
  const { tab = 'usage' } = usageRoute.useSearch();
  const navigate = useNavigate({ from: '/usage' });
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <Tabs
        label={t.title}
        value={tab}
        onChoose={(chosen) => void navigate({ search: (search) => ({ ...search, tab: chosen }), replace: true })}
        tabs={[
          { value: 'usage', label: t.tabs.usage, panel: <UsagePanel /> },
          { value: 'balance', label: t.tabs.balance, panel: <BalancePanel /> },
          { value: 'statements', label: t.tabs.statements, panel: <StatementPanel /> },
        ]}
      />
    </>
  );
}
