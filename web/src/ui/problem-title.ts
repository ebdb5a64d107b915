/** What a problem is called in the user's language. Its details stay in the words of the service, which speaks English. */
import type { RefusalCode } from '../../../src/base/refusal.ts';
import type { Problem } from '../api/contract.ts';
import { useLanguage } from '../i18n/language.tsx';

const SPANISH: Readonly<Record<RefusalCode, string>> = {
  input_invalid: 'Petición no válida',
  unauthorized: 'Sin clave o sesión válida',
  insufficient_balance: 'Saldo insuficiente',
  session_required: 'Hace falta una sesión del panel',
  forbidden: 'No permitido',
  origin_refused: 'Petición de otro sitio',
  sign_in_failed: 'No se pudo iniciar sesión',
  last_owner: 'Último propietario',
  region_mismatch: 'Clave de otra región',
  link_expired: 'Enlace caducado',
  rate_limited: 'Demasiadas peticiones',
  not_an_artifact: 'No es un artefacto',
  record_too_large: 'Registro demasiado grande',
  too_many_records: 'Demasiados registros',
  too_many_endpoints: 'Demasiados destinos',
  not_found: 'No encontrado',
  file_rejected: 'Archivo rechazado',
  file_too_large: 'Archivo demasiado grande',
  report_not_ready: 'El informe aún no está listo',
  content_deleted: 'Contenido borrado',
  project_does_not_store: 'El proyecto no guarda nada',
  artifact_is_local: 'El artefacto guarda sus datos en el navegador',
  events_expired: 'Eventos caducados',
  range_not_satisfiable: 'Rango imposible',
  idempotency_key_reused: 'Clave de idempotencia repetida',
  idempotency_request_in_progress: 'La primera petición no ha terminado',
  feature_unavailable: 'Función no disponible',
  internal_error: 'Error interno',
  service_unavailable: 'Servicio no disponible',
  revision_conflict: 'Conflicto de revisiones',
  document_not_ready: 'El documento no ha terminado',
  method_not_allowed: 'Método no permitido',
  unsupported_media_type: 'Tipo de contenido no admitido',
  payload_too_large: 'Petición demasiado grande',
  content_empty: 'Nada que mostrar',
  docx_invalid: 'No es un archivo de Word válido',
  file_not_found: 'Archivo borrado',
  document_too_long: 'Documento demasiado largo',
  format_unclear: 'Formato poco claro',
  edit_not_understood: 'Cambio no entendido',
  edit_not_applied: 'Cambio no aplicado',
  source_unreadable: 'Fuente ilegible',
  generation_blocked: 'Redacción rechazada',
  page_too_large: 'Página demasiado grande',
  processing_failed: 'No se pudo procesar',
};

/** Gives the title of a problem in the user's language. */
export function useProblemTitle(): (problem: Pick<Problem, 'code' | 'title'>) => string {
  const { language } = useLanguage();
  return ({ code, title }) => (language === 'es' ? SPANISH[code] : title);
}
