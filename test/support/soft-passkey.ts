/** An authenticator in software (WebAuthn level 2, attestation `none`, ES256), as a browser would hand its answers on. */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [encodeCbor(key), encodeCbor(inner)])]);
  return Buffer.concat([head(2, value.length), value]);
}

const hash = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export interface SoftPasskey {
  register(options: { challenge: string; rp: { id?: string } }): object;
  authenticate(options: { challenge: string; rpId?: string }): object;
}

/** @param origin of the page that a browser would have open */
export function createSoftPasskey(origin: string): SoftPasskey {
  const id = randomBytes(32);
  const { privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, more: Uint8Array): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), count, more]);
  };
  const base = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };
  return {
    register({ challenge, rp }) {
      const key = encodeCbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.from([0, id.length]);
      // user present, user verified, attested credential data
      const authData = authenticatorData(rp.id ?? '', 0x45, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = encodeCbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, Cbor>()],
          ['authData', authData],
        ]),
      );
      const data = clientData('webauthn.create', challenge);
      return {
        ...base,
        response: { clientDataJSON: base64url(data), attestationObject: base64url(attestation), transports: ['internal'] },
      };
    },
    authenticate({ challenge, rpId }) {
      const data = clientData('webauthn.get', challenge);
      const authData = authenticatorData(rpId ?? '', 0x05, new Uint8Array());
      const signature = sign('sha256', Buffer.concat([authData, hash(data)]), privateKey);
      return {
        ...base,
        response: { clientDataJSON: base64url(data), authenticatorData: base64url(authData), signature: base64url(signature) },
      };
    },
  };
}
