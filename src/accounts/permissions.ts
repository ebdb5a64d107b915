/** Who may do what: the one table of roles, and that of the scopes of keys. */
import type { KeyScope, Permission, Role } from '../contract/vocabulary.ts';

const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['self', 'read', 'write', 'configure', 'administer', 'own'],
  admin: ['self', 'read', 'write', 'configure', 'administer'],
  member: ['self', 'read', 'write'],
  viewer: ['self', 'read'],
};

/** A key is no user: it never administers people, nor deletes its own project. */
const SCOPE_PERMISSIONS: Readonly<Record<KeyScope, readonly Permission[]>> = {
  read: ['read'],
  write: ['read', 'write'],
  admin: ['read', 'write', 'configure'],
};

/** Whether users of this role may do what an endpoint asks for. */
export const roleMay = (role: Role, permission: Permission): boolean => ROLE_PERMISSIONS[role].includes(permission);

/** Whether keys of this scope may do what an endpoint asks for. */
export const scopeMay = (scope: KeyScope, permission: Permission): boolean => SCOPE_PERMISSIONS[scope].includes(permission);

const RANKS: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

/** Whether one role is at least the other: nobody gives, changes or takes a role above the own. */
export const isAtLeast = (role: Role, other: Role): boolean => RANKS.indexOf(role) >= RANKS.indexOf(other);
