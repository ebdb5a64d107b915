import { useMessages } from '../../i18n/language.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Endpoint } from './endpoint-form.tsx';
import { en } from './messages.en.ts';
import { es } from './messages.es.ts';

const catalogues = { en, es };

export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const t = useMessages(catalogues);
  if (!endpoint.enabled) return <Badge tone={endpoint.disabled_reason === null ? 'neutral' : 'bad'}>{t.disabled}</Badge>;
  return endpoint.failing_since === null ? <Badge tone="good">{t.enabled}</Badge> : <Badge tone="warn">{t.failing}</Badge>;
}
