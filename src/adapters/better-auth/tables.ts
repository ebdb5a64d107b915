/** Where better-auth finds its fields: our names of tables and columns for its own. */

const STAMPS = { createdAt: 'created_at', updatedAt: 'updated_at' };

export const TABLES = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...STAMPS } },
  session: {
    modelName: 'user_sessions',
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...STAMPS },
  },
  account: {
    modelName: 'user_accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...STAMPS,
    },
  },
  verification: { modelName: 'user_verifications', fields: { expiresAt: 'expires_at', ...STAMPS } },
};

export const TWO_FACTOR_SCHEMA = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'user_two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
};

export const PASSKEY_SCHEMA = {
  passkey: {
    modelName: 'user_passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
};

/** What ids of its rows begin with. */
export const PREFIXES: Readonly<Record<string, string>> = {
  user: 'usr',
  session: 'ses',
  account: 'acc',
  verification: 'ver',
  twoFactor: 'tfa',
  passkey: 'psk',
};
