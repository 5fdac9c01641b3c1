import type { ChainError, ChainRule } from '../../ground/ports/certificate-facts'
import { say, type Wording } from '../../ground/values/wording'

/** Describes the violated rule of a chain of `count` certificates, for a finding. Certificates are counted from 1. */
export function shownChainError({ rule, place, extension }: ChainError, count: number): Wording {
  const what = place === 0 ? say`the leaf` : place >= count ? say`the trust anchor` : say`certificate ${place + 1}`
  return extension === null ? texts[rule](what) : say`${texts[rule](what)} (${extension})`
}

const texts: Readonly<Record<ChainRule, (what: Wording) => Wording>> = {
  names: (what) => say`${what} names another issuer than the next certificate`,
  signature: (what) => say`${what} has a signature that the next certificate did not make`,
  extension_unreadable: (what) => say`${what} has an extension that cannot be read`,
  extension_twice: (what) => say`${what} has the same extension twice`,
  critical_extension: (what) => say`${what} has a critical extension that is not processed`,
  twice: (what) => say`${what} comes twice`,
  ca: (what) => say`${what} is no CA`,
  key_usage: (what) => say`${what} has a key usage without keyCertSign`,
  path_length: (what) => say`${what} allows fewer CAs below it`,
  key_identifier: (what) => say`${what} has another key identifier than the one it issued names`,
  name_constraints: (what) => say`${what} has a name that a CA above it does not allow`,
  name_constraints_unprocessed: (what) => say`${what} has name constraints that cannot be applied`,
  not_yet_valid: (what) => say`${what} is not valid yet`,
  expired: (what) => say`${what} has expired`,
}

/**
 * Whether the rule forbids using a certificate at all, whoever issued it. The other rules only mean that a chain ends
 * in no anchor. RFC 5280 section 4.2
 */
export const isUnusable = (error: ChainError | null): error is ChainError => error !== null && unusable.has(error.rule)

const unusable: ReadonlySet<ChainRule> = new Set([
  'extension_unreadable',
  'extension_twice',
  'critical_extension',
  'name_constraints_unprocessed',
])
