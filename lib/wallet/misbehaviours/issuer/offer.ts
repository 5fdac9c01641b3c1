import { setHeader } from '../../http/wire'
import { authorizationCodeGrant } from '../../issuer/offer/credential-offer'
import { need, randomText } from '../../run'
import type { Misbehaviour } from './misbehaviour'

const byReference = { offerMode: 'credential_offer_uri' } as const

/** Rules for the credential offer. OID4VCI-1FINAL-4.1 */
export const offerMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.offer.method_get',
    title: 'Tries to POST to the offer first',
    expect: { status: 405 },
    ends: 'credential_stored',
    needs: byReference,
    probe: {
      when: 'before',
      at: 'offer',
      request: ({ facts }) => ({ step: 'offer', method: 'POST', url: need(facts.offerUrl, 'offer address') }),
    },
  },
  {
    id: 'vci.offer.accept',
    title: 'Asks for the offer in a form that no offer has',
    expect: 'accepted',
    needs: byReference,
    patchRequest: { at: 'offer', change: ({ headers }) => setHeader(headers, 'Accept', 'text/html') },
  },
  {
    id: 'vci.offer.grant_respected',
    title: 'Uses another grant than the one of the offer',
    expect: { status: 400, error: 'invalid_grant' },
    alsoFails: ['vci.token.code_valid'],
    patchForm: {
      at: 'token',
      change: (form, { facts, profile, random }) => {
        form.splice(
          0,
          form.length,
          ['grant_type', authorizationCodeGrant],
          ['code', need(facts.code, 'code')],
          ['redirect_uri', profile.redirectUri],
          ['code_verifier', randomText({ random }, 32)],
        )
      },
    },
  },
  {
    id: 'vci.offer.no_credentials_in_fetch',
    title: 'Sends an access token along with the fetch of the offer',
    expect: 'accepted',
    needs: byReference,
    patchRequest: { at: 'offer', change: ({ headers }) => setHeader(headers, 'Authorization', 'DPoP not-yet-a-token') },
  },
]
