import { defineCheck } from '../../../engine/checks/check'
import { judgeAccessToken } from '../../judgements/judge-access-token'
import type { DeferredReading } from '../../read/deferred/deferred-reading'

export const deferredTokenValid = defineCheck<DeferredReading>('vci.deferred.token_valid', {
  title: 'Deferred credential request carries a current access token of this issuer, in the Authorization header only',
  problem: 'The deferred credential request does not carry a current access token in the Authorization header alone',
  clauses: ['OID4VCI-1FINAL-9', 'RFC9449-7', 'RFC6750-2.1'],
  level: 'must',
  impossibleIn: ['nothing_deferred'],
  rejects: 'invalid_token',
  refusal: 'Send a current access token of this issuance, once, in the Authorization header with the DPoP scheme.',
  why: 'Only a wallet that may get the credential may come back for it.',
  hint: 'Use the access token of the credential request, or one that was refreshed since, and a DPoP proof for this endpoint.',
  run: ({ accessToken }) => judgeAccessToken(accessToken),
})
