import type { DecidedEffect } from '../../engine/endpoints/endpoint'
import { digestRow } from '../../engine/endpoints/one-time'
import { digestOf } from '../../ground/ports/digests'
import type { IssuanceSession } from '../../ground/ports/store-types'
import { addSeconds } from '../../ground/time/time'
import type { JsonObject } from '../../ground/values/json'
import type { IssuerContext } from '../configurations/issuer-in-play'
import { credentialIdentifiers } from '../read/credential-identifiers'

/** What a token response says of datasets, and what has to be stored for that. */
interface GivenIdentifiers {
  /** Member `authorization_details` of the token response. OID4VCI-1FINAL-6.2 */
  readonly details: JsonObject[]
  readonly count: number
  /** Only the first token response of a grant needs them. */
  readonly effects: readonly DecidedEffect[]
}

/**
 * The `credential_identifiers` of a grant, where its issuer gives some; `null` where it does not.
 * @param grant digest of the code that was redeemed
 * @param asked whether the wallet used `authorization_details`
 */
export function giveIdentifiers(
  { session, grant, asked }: { readonly session: IssuanceSession; readonly grant: string; readonly asked: boolean },
  context: IssuerContext,
): GivenIdentifiers | null {
  const { issuer, ports, exchange } = context
  const { credential_identifiers: when, datasets, access_token_seconds: seconds } = issuer.options
  if (!issuer.readsAuthorizationDetails || when === 'never' || (when === 'on_request' && !asked)) return null
  const { credentialConfigurationId: configurationId, sessionId } = session
  const identifiers = credentialIdentifiers({ grant, configurationId, datasets }, ports.keyedHash)
  const expiresAt = issuer.session?.laboratory?.until ?? addSeconds(exchange.at, seconds)
  return {
    details: [
      {
        type: 'openid_credential',
        credential_configuration_id: configurationId,
        credential_identifiers: identifiers,
      },
    ],
    count: identifiers.length,
    effects: identifiers.map((identifier, index) => ({
      type: 'grant',
      secret: identifier,
      value: digestRow(context, {
        kind: 'credential_identifier',
        digest: digestOf(identifier, ports.sha256),
        sessionId,
        parent: grant,
        expiresAt,
        data: { credential_configuration_id: configurationId, dataset: index + 1 },
      }),
    })),
  }
}
