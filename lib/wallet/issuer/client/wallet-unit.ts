import { type JsonObject, stringMember } from '../../json'
import { nowSeconds } from '../../run'
import type { Run } from '../run'
import type { UnitList, WalletProfile } from '../settings'

const daySeconds = 86_400

/** How long the provider keeps a status if the issuer does not say what it prefers. */
const statusSeconds = 40 * daySeconds

/** What the preferred period is exceeded by, so that it is still met when the request arrives. */
const spareSeconds = 3600

/** Entries of the lists that an issuer hosts for wallets without a provider (TS3-2.5.1). */
const entries = 16_384

export type AttestationDraft = Exclude<WalletProfile['attestationDraft'], 'auto'>

/** The draft of client attestations of this run; TS3 where the metadata is that of a European issuer. */
export function attestationDraft({ facts, profile }: Run, offersCombined: boolean): AttestationDraft {
  if (profile.attestationDraft !== 'auto') return profile.attestationDraft
  if (facts.issuerMetadata?.issuer_info !== undefined) return 'ts3'
  return offersCombined ? '10' : '07'
}

/** Whether wallet and key attestations of this run are those of TS3; what the server offers does not change that. */
export const isTs3 = (run: Run): boolean => attestationDraft(run, false) === 'ts3'

/** The claims that TS3 adds to a wallet attestation (TS3-2.3.1). */
export const walletUnitClaims = (run: Run): JsonObject => ({
  wallet_version: '1.0.0',
  wallet_solution_certification_information: 'Test scheme, certificate 0001 of the test conformity assessment body',
  client_status: keptStatus(run, 1, run.facts.issuerMetadata?.preferred_client_status_period),
})

/** `key_storage_status` of a key attestation (TS3-2.3.2). `required`: what the proof type requires of it. */
export const keyStorageStatus = (run: Run, required: JsonObject | null): JsonObject =>
  keptStatus(run, 2, required?.preferred_key_storage_status_period)

/** A status, and until when the provider keeps it: as long as the issuer prefers (TS3-2.4.1, TS3-2.4.2). */
function keptStatus(run: Run, list: UnitList, preferred: unknown): JsonObject {
  const isPeriod = typeof preferred === 'number' && Number.isSafeInteger(preferred) && preferred >= 0
  return {
    status: { status_list: { idx: indexOf(run), uri: listUri(run, list) } },
    exp: nowSeconds(run) + (isPeriod ? preferred + spareSeconds : statusSeconds),
  }
}

/** The entry of this wallet unit: the same in all attestations for one issuer (TS3-2.5.1). */
function indexOf(run: Run): number {
  run.facts.statusIndex ??= run.random(2).reduce((sum, byte) => sum * 256 + byte, 0) % entries
  return run.facts.statusIndex
}

/** A list that a laboratory hosts for wallets without a provider, otherwise one that nobody serves. */
export function listUri(run: Run, list: UnitList): string {
  const issuer = stringMember(run.facts.issuerMetadata ?? {}, 'credential_issuer')?.replace(/\/$/, '') ?? ''
  return /\/lab\/[\w-]{22}$/.test(issuer)
    ? `${issuer}/wallet-units/${list}`
    : `https://example.org/test-wallet-provider/status/${list}`
}

/** The levels that this wallet unit has key storages of, its WSCD first (OID4VCI-1FINALA-D.2). */
export const unitLevels = ['iso_18045_high', 'iso_18045_moderate', 'iso_18045_enhanced-basic', 'iso_18045_basic']
