import type { IssuerInPlay } from '../../configurations/issuer-in-play'

/** What an issuer wants of wallet units beyond OpenID4VCI. */
export interface WalletUnitRules {
  /** Whether it is in the European trust framework, where TS3 tells what attestations look like. */
  readonly isEuropean: boolean
  /** Whether it refuses an attestation without `iss` that has the mark of TS3. */
  readonly requiresIss: boolean
}

/** The rules of an issuer; those that sessions share have none. */
export const walletUnitRules = ({ session, options }: Pick<IssuerInPlay, 'session' | 'options'>): WalletUnitRules => ({
  isEuropean: session?.options.trust_framework === 'eu',
  requiresIss: options.wallet_unit?.iss === 'required',
})

/** Claims of a wallet attestation that TS3 introduced. TS3-2.3.1 */
const ts3Claims = ['client_status', 'wallet_version', 'wallet_solution_certification_information'] as const

/** Whether a wallet attestation is one of TS3: it has one of its claims, of whatever type. */
export const hasTs3Mark = (claims: object): boolean => ts3Claims.some((name) => Object.hasOwn(claims, name))
