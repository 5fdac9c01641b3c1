import type { IssuerInPlay } from '../../configurations/issuer-in-play'
import { preferredPeriods } from '../../configurations/laboratory/wallet-unit-options'

/** What an issuer wants of wallet units beyond OpenID4VCI. */
export interface WalletUnitRules {
  /** Whether it is in the European trust framework, where TS3 tells what attestations look like. */
  readonly isEuropean: boolean
  /** Whether it refuses an attestation without `iss` that has the mark of TS3. */
  readonly requiresIss: boolean
  /** Whether it refuses what breaks a rule of TS3; otherwise that is recorded. */
  readonly demandsTs3: boolean
  /** Whether the DPoP key has to be the attested one, as TS3 1.5.1 had it. */
  readonly wantsAttestedDpopKey: boolean
  /** Seconds for which statuses are to be kept; `null` if the issuer asks for no period. TS3-2.4 */
  readonly periods: { readonly client: number | null; readonly keyStorage: number | null }
  /** The origin of this service, where lists need no https. */
  readonly origin: string
}

/** The rules of an issuer; those that sessions share have none. */
export const walletUnitRules = ({
  session,
  options,
  identifier,
}: Pick<IssuerInPlay, 'session' | 'options' | 'identifier'>): WalletUnitRules => ({
  isEuropean: session?.options.trust_framework === 'eu',
  requiresIss: options.wallet_unit?.iss === 'required',
  demandsTs3: options.wallet_unit?.demand === 'ts3',
  wantsAttestedDpopKey: options.wallet_unit?.dpop_key === 'attested',
  periods: preferredPeriods(options),
  origin: new URL(identifier).origin,
})

/**
 * Algorithms that an issuer publishes and verifies for wallet attestations, their proofs of possession, `jwt` proofs and
 * key attestations. TS3-2.6, HAIP-7
 */
export const walletSigningAlgorithms = ({ session }: Pick<IssuerInPlay, 'session'>): readonly string[] =>
  session?.options.trust_framework === 'eu' ? ['ES256', 'ES384', 'ES512'] : ['ES256']

/** Claims of a wallet attestation that TS3 introduced. TS3-2.3.1 */
const ts3Claims = ['client_status', 'wallet_version', 'wallet_solution_certification_information'] as const

/** Whether a wallet attestation is one of TS3: it has one of its claims, of whatever type. */
export const hasTs3Mark = (claims: object): boolean => ts3Claims.some((name) => Object.hasOwn(claims, name))
