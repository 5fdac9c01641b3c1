import type { IssuanceSessionView } from '@/lib/core/issuer/evidence/issuer-types'
import type { FindingStatus } from '@/lib/core/shared/ports/finding'
import { isObject } from '@/lib/core/shared/values/json'
import type { ClaimRow } from './claim-row'

const daySeconds = 86_400

/** Rows for everything that TS3 adds to attestations, from the newest of them. TS3-2.3.1, TS3-2.3.2 */
export function unitRows({ observed, laboratory, checks }: IssuanceSessionView): ClaimRow[] {
  const unit = observed.wallet_unit
  if (unit === null) return []
  const asked = laboratory?.options.wallet_unit ?? null
  const row = (claim: string, check: string, came: string | null, wanted: string): ClaimRow => {
    const found = checks.conformance.findLast(({ id }) => id === check)?.status
    return { claim, came, wanted, check, status: isVerdict(found) ? found : null }
  }
  const wallet = claimsOf(observed.client_authentication.wallet_attestation)
  const keys = claimsOf(observed.key_attestation)
  const ofWallet = (name: string) => `vci.wallet_attestation.${name}`
  const ofKeys = (name: string) => `vci.key_attestation.${name}`
  return [
    row(
      'iss',
      ofWallet('iss'),
      wallet.iss === undefined ? null : 'there',
      'left out: the certificate names the provider',
    ),
    row('wallet_name', ofWallet('wallet_identity'), unit.wallet_name, 'the wallet solution'),
    row('wallet_version', ofWallet('wallet_identity'), unit.wallet_version, 'its version, a string'),
    row(
      'wallet_solution_certification_information',
      ofWallet('certification'),
      presenceOf(wallet.wallet_solution_certification_information),
      'not empty',
    ),
    row('exp', ofWallet('lifetime'), lifetimeWords(unit.lifetime_seconds), 'less than 24 hours after iat'),
    row(
      'client_status',
      ofWallet('client_status_period'),
      keptWords(unit.client_status_days, wallet.client_status),
      keptAtLeast(asked?.client_status_period),
    ),
    row(
      'key_storage_status',
      ofKeys('key_storage_status_period'),
      keptWords(unit.key_storage_status_days, keys.key_storage_status),
      keptAtLeast(asked?.key_storage_status_period),
    ),
    row('key_storage', ofKeys('wscd_levels'), levelWords(unit.key_storage), 'iso_18045_high for a PID'),
    row('user_authentication', ofKeys('wscd_levels'), levelWords(unit.user_authentication), 'iso_18045_high for a PID'),
    row('certification', ofKeys('certification'), presenceOf(keys.certification), 'a URL'),
    row(
      'DPoP key',
      ofWallet('dpop_key'),
      unit.dpop_key === null ? null : unit.dpop_key === 'attested' ? 'the attested key' : 'another key',
      asked?.dpop_key === 'attested' ? 'the attested key: this issuer asks for it' : 'any key',
    ),
  ]
}

const isVerdict = (status: unknown): status is FindingStatus =>
  status === 'pass' || status === 'warn' || status === 'fail'

const claimsOf = (shown: unknown): Readonly<Record<string, unknown>> =>
  isObject(shown) && isObject(shown.claims) ? shown.claims : {}

const presenceOf = (value: unknown): string | null => (value === undefined ? null : 'there')

const levelWords = (levels: readonly string[] | null): string | null => levels?.join(', ') ?? null

function lifetimeWords(seconds: number | null): string | null {
  if (seconds === null) return null
  const hours = Math.floor(seconds / 3600)
  return hours === 0 ? 'less than an hour after iat' : `${hours} ${hours === 1 ? 'hour' : 'hours'} after iat`
}

const dayWords = (days: number): string => `${days} ${days === 1 ? 'day' : 'days'}`

function keptWords(days: number | null, claim: unknown): string | null {
  if (days === null) return presenceOf(claim) && 'there, without an end'
  return days < 0 ? 'kept no longer' : `${dayWords(days)} left when it came`
}

const keptAtLeast = (askedSeconds: number | null | undefined): string =>
  typeof askedSeconds === 'number'
    ? `at least ${dayWords(Math.floor(askedSeconds / daySeconds))}, as this issuer asks`
    : 'at least 31 days can be had'
