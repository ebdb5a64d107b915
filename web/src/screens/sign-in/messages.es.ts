import type { Translation } from '../../i18n/language.tsx';
import type { en } from './messages.en.ts';

export const es: Translation<typeof en> = {
  title: 'Iniciar sesión',
  ended: 'Tu sesión ha terminado. Inicia sesión para seguir donde estabas.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  forgot: '¿Has olvidado la contraseña?',
  passkey: 'Entrar con una llave de acceso',
  passkeyFailed: 'No se ha usado la llave de acceso.',
  with: (name: string) => `Entrar con ${name}`,
  notInvited: 'Has iniciado sesión allí, pero nadie ha invitado aquí a esa dirección. Pide una invitación a quien administra.',
  elsewhereFailed: (code: string) =>
    `No se ha podido entrar desde fuera (${code}). Inténtalo otra vez, o entra con tu contraseña y une las dos en tu cuenta.`,
  or: 'o',
  codeTitle: 'Introduce el código',
  codeLead: 'Tu aplicación de autenticación muestra seis cifras para Octavo.',
  code: 'Código',
  recoveryLead: 'Cada código de recuperación sirve una vez.',
  recovery: 'Código de recuperación',
  useRecovery: 'Usar un código de recuperación',
  useCode: 'Usar la aplicación de autenticación',
  trust: 'No pedir código en este dispositivo durante 30 días',
  back: 'Volver al inicio de sesión',
};
