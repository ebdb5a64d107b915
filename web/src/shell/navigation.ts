/** What the side bar offers: one entry for each screen. A screen is shown to who may do what it needs. */
import {
  AppWindow,
  ChartColumn,
  FilePlus2,
  Files,
  FileSearch,
  FolderOpen,
  House,
  KeyRound,
  Palette,
  ScrollText,
  Settings,
  SquareTerminal,
  Users,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import type { Permission } from '../../../src/contract/vocabulary.ts';
import type { Language } from '../i18n/language.tsx';

interface NavigationEntry {
  to: string;
  icon: LucideIcon;
  label: Readonly<Record<Language, string>>;
  group: 'make' | 'build' | 'settings';
  needs?: Permission;
  /** Lit only at exactly this address. */
  exact?: boolean;
}

export const NAVIGATION: readonly NavigationEntry[] = [
  { to: '/', icon: House, label: { en: 'Overview', es: 'Resumen' }, group: 'make', exact: true },
  { to: '/new', icon: FilePlus2, label: { en: 'New document', es: 'Nuevo documento' }, group: 'make', needs: 'write' },
  { to: '/documents', icon: Files, label: { en: 'Documents', es: 'Documentos' }, group: 'make' },
  { to: '/files', icon: FolderOpen, label: { en: 'Files', es: 'Archivos' }, group: 'make' },
  { to: '/extractions', icon: FileSearch, label: { en: 'Extractions', es: 'Extracciones' }, group: 'make' },
  { to: '/artifacts', icon: AppWindow, label: { en: 'Artifacts', es: 'Artefactos' }, group: 'make' },
  { to: '/keys', icon: KeyRound, label: { en: 'API keys', es: 'Claves de API' }, group: 'build', needs: 'configure' },
  { to: '/webhooks', icon: Webhook, label: { en: 'Webhooks', es: 'Webhooks' }, group: 'build' },
  { to: '/playground', icon: SquareTerminal, label: { en: 'Playground', es: 'Pruebas' }, group: 'build' },
  { to: '/usage', icon: ChartColumn, label: { en: 'Usage and billing', es: 'Uso y facturación' }, group: 'settings' },
  { to: '/brand', icon: Palette, label: { en: 'Brand', es: 'Marca' }, group: 'settings' },
  { to: '/members', icon: Users, label: { en: 'Members', es: 'Miembros' }, group: 'settings' },
  { to: '/project', icon: Settings, label: { en: 'Project settings', es: 'Ajustes del proyecto' }, group: 'settings' },
  { to: '/audit-log', icon: ScrollText, label: { en: 'Audit log', es: 'Registro de auditoría' }, group: 'settings', needs: 'administer' },
];
