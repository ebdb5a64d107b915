/**
 * Which addresses may be reached: public ones, and those that the operator lists. Everything that is not plainly public
 * is refused: what embeds an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) may lead a packet back inside.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Public by number, private by use: Azure's host agent answers its machines there. */
const PRIVATE_BY_USE = ['168.63.129.16'];
/** Global unicast is all that is routed between networks (RFC 4291 §2.4; IANA has given out nothing else). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Parts of 2000::/3 that are for papers (RFC 3849, RFC 9637). */
const DOCUMENTATION = [ipaddr.IPv6.parseCIDR('2001:db8::/32'), ipaddr.IPv6.parseCIDR('3fff::/20')];

export interface AddressRules {
  /** Whether a connection to this address may be made. @param port of the connection */
  allows(address: string, port: number): boolean;
  /** Whether the operator trusts this name, wherever it leads. */
  allowsName(name: string, port: number): boolean;
}

interface Entry {
  matches: (address: Address) => boolean;
  name: string | null;
  port: number | null;
}

/**
 * @param allow addresses (`10.0.0.5`, `[fd00::1]`), networks (`10.0.0.0/8`) or names (`files.internal`), each with `:port` or without
 * @throws Error naming an entry that is none of these
 */
export function createAddressRules(allow: readonly string[]): AddressRules {
  const entries = allow.map(readEntry);
  return {
    allows(text, port) {
      const address = parseAddress(text);
      if (address === null) return false;
      return isPublic(address) || entries.some((entry) => entry.matches(address) && (entry.port === null || entry.port === port));
    },
    allowsName: (name, port) => entries.some((entry) => entry.name === name && (entry.port === null || entry.port === port)),
  };
}

/** The host of a URL as an address; null for a name. Brackets and a zone are taken off, IPv4-mapped addresses become IPv4. */
export function parseAddress(host: string): Address | null {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/%.*$/, '');
  // Nothing but the one plain spelling of IPv4: all others have been read by the URL parser before, or are names.
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare);
  return bare.includes(':') && ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : null;
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !PRIVATE_BY_USE.includes(address.toString());
  return address.match(GLOBAL_UNICAST) && !DOCUMENTATION.some((network) => address.match(network));
}

function readEntry(text: string): Entry {
  const match = /^(\[[^\]]+\]|[^:[\]]+|[^[\]]*:[^[\]]*:[^[\]]*?)(?::(\d{1,5}))?$/.exec(text.trim().toLowerCase());
  const [, host = '', portText] = match ?? [];
  const port = portText === undefined ? null : Number(portText);
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValidCIDR(bare)) {
    const [network, bits] = ipaddr.parseCIDR(bare);
    return { matches: (address) => address.kind() === network.kind() && matchNetwork(address, network, bits), name: null, port };
  }
  const address = parseAddress(bare);
  if (address !== null) return { matches: (other) => other.toString() === address.toString(), name: null, port };
  if (/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(bare) && /[a-z]/.test(bare)) return { matches: () => false, name: bare, port };
  throw new Error(`OCTAVO_FETCH_ALLOW: "${text}" is no address, network (10.0.0.0/8) or name.`);
}

function matchNetwork(address: Address, network: Address, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
