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
