import type { EventDraft } from '../../../engine/endpoints/decided'
import type { RequestContext } from '../../../engine/endpoints/request-context'
import { type ReadToken, readTokens } from '../../../engine/redaction/tokens/read-token'
import { headerValue } from '../../../shared/http/exchange'
import type { FormReading } from '../../../shared/http/read-form'
import { invariant } from '../../../shared/ports/errors'
import { isObject } from '../../../shared/values/json'
import type { DetailsReading } from '../../read/oauth/authorization-details'
import type { ClientAuthenticationReading } from '../../read/oauth/client-authentication/client-authentication-reading'
import { attestationHeader, popHeader } from '../../read/oauth/client-authentication/read-wallet-attestation'

/** Authentication method for events and code: the one used, or `multiple`. */
export const methodName = ({ methods }: ClientAuthenticationReading): string =>
  methods.length > 1 ? 'multiple' : (methods[0] ?? 'none')

/** Event that records the client authentication; none without it. */
export function clientAuthenticationEvents(reading: ClientAuthenticationReading): EventDraft[] {
  if (reading.methods.length === 0) return []
  const certificates = reading.attestation?.attestation?.certificates
  const trusted =
    reading.attestation === null ? null : certificates?.readable ? certificates.trust === 'trusted' : false
  return [
    {
      type: 'client_authentication_observed',
      detail: { endpoint: reading.endpoint, method: methodName(reading), trusted },
    },
  ]
}

/** Attestation, PoP and assertion, for the decoded views. */
export function clientAuthenticationTokens(
  { attestation, assertion }: ClientAuthenticationReading,
  { exchange }: RequestContext,
  form: FormReading,
): ReadonlyMap<string, ReadToken> {
  const cnf = attestation?.attestation?.claims.cnf
  return readTokens([
    [
      headerValue(exchange, attestationHeader),
      attestation?.attestation,
      [isObject(cnf) ? cnf.jwk : undefined, attestation?.attestation?.cnf.thumbprint],
    ],
    [headerValue(exchange, popHeader), attestation?.pop],
    [form.body.get('client_assertion'), assertion?.jwt],
  ])
}

/** Guards, independently of the checks, against accepting a client without a valid signature. */
export function requireAuthenticated({ methods, attestation, assertion }: ClientAuthenticationReading): void {
  for (const method of methods) {
    const shown =
      method === 'attest_jwt_client_auth'
        ? attestation?.attestation?.signature === 'valid' && attestation.pop?.signature === 'valid'
        : method === 'attest_jwt_client_auth_dpop'
          ? attestation?.attestation?.signature === 'valid' &&
            attestation.combined?.signature === 'valid' &&
            attestation.combined.thumbprint === attestation.attestation.cnf.thumbprint
          : method === 'private_key_jwt' && assertion?.jwt?.signature === 'valid'
    invariant(shown, 'A request that no check refuses has authenticated its client.')
  }
}

/** Event for the `authorization_details` read; none without them. */
export const detailsEvents = (endpoint: 'par' | 'token', details: DetailsReading | null): EventDraft[] =>
  details === null
    ? []
    : [
        {
          type: 'authorization_details_received',
          detail: {
            endpoint,
            credential_configuration_ids: [...details.configurations],
            count: details.locations.length,
          },
        },
      ]
