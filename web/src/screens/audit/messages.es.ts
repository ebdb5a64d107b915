import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Registro de auditoría',
  lead: 'Quién entró y quién cambió personas, claves y ajustes de la organización. Se guarda 400 días.',
  when: 'Cuándo',
  who: 'Quién',
  what: 'Qué',
  target: 'A qué',
  details: 'Detalles',
  address: 'Dirección',
  emptyTitle: 'Aún no ha ocurrido nada',
  emptyBody: 'Aquí aparece cada inicio de sesión y cada cambio de personas, claves y ajustes.',
  actions: {
    'session.started': 'Inició sesión',
    'session.refused': 'Inicio de sesión rechazado',
    'session.ended': 'Cerró una sesión',
    'session.others_ended': 'Cerró las demás sesiones',
    'key.created': 'Creó una clave',
    'key.revoked': 'Revocó una clave',
    'invitation.created': 'Invitó',
    'invitation.revoked': 'Retiró una invitación',
    'member.joined': 'Se unió',
    'member.role_changed': 'Cambió un rol',
    'member.removed': 'Quitó a un miembro',
    'project.created': 'Creó un proyecto',
    'project.updated': 'Cambió ajustes',
    'project.deleted': 'Eliminó un proyecto',
    'organisation.exported': 'Exportó todo',
  },
};
