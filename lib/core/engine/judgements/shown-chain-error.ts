import type { ChainError, ChainRule } from '../../ground/ports/certificate-facts'

/** What a broken rule of a chain of `count` certificates looks like, for a finding. Certificates are counted from 1. */
export function shownChainError({ rule, place, extension }: ChainError, count: number): string {
  const what = place === 0 ? 'the leaf' : place >= count ? 'the trust anchor' : `certificate ${place + 1}`
  const oid = extension === null ? '' : ` (${extension})`
  return texts[rule](what) + oid
}

const texts: Readonly<Record<ChainRule, (what: string) => string>> = {
  names: (what) => `${what} names another issuer than the next certificate`,
  signature: (what) => `${what} has a signature that the next certificate did not make`,
  extension_unreadable: (what) => `${what} has an extension that cannot be read`,
  extension_twice: (what) => `${what} has the same extension twice`,
  critical_extension: (what) => `${what} has a critical extension that is not processed`,
  twice: (what) => `${what} comes twice`,
  ca: (what) => `${what} is no CA`,
  key_usage: (what) => `${what} has a key usage without keyCertSign`,
  path_length: (what) => `${what} allows fewer CAs below it`,
  key_identifier: (what) => `${what} has another key identifier than the one it issued names`,
  name_constraints: (what) => `${what} has a name that a CA above it does not allow`,
  name_constraints_unprocessed: (what) => `${what} has name constraints that cannot be applied`,
  not_yet_valid: (what) => `${what} is not valid yet`,
  expired: (what) => `${what} has expired`,
}

/**
 * Whether the rule forbids to use a certificate at all, whoever issued it. The others say only that a chain leads nowhere.
 * RFC 5280 section 4.2
 */
export const isUnusable = (error: ChainError | null): error is ChainError => error !== null && unusable.has(error.rule)

const unusable: ReadonlySet<ChainRule> = new Set([
  'extension_unreadable',
  'extension_twice',
  'critical_extension',
  'name_constraints_unprocessed',
])
