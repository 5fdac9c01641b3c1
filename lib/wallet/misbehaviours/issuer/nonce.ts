import { setHeader } from '../../http/wire'
import { stringMember } from '../../json'
import { need } from '../../run'
import type { Misbehaviour } from './misbehaviour'

const plainProof = { issuer: 'eu-pid-jwt-proof-only' } as const
const invalidNonce = { status: 400, error: 'invalid_nonce' }

/** Rules for the nonce endpoint and the nonce of the proof. OID4VCI-1FINAL-7 */
export const nonceMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.nonce.endpoint_called',
    title: 'Takes the nonce of the token response and never asks the nonce endpoint',
    expect: 'accepted',
    alsoFails: ['vci.nonce.source'],
    skip: 'nonce',
  },
  {
    id: 'vci.nonce.method_post',
    title: 'Tries to GET the nonce first',
    expect: { status: 405 },
    ends: 'credential_stored',
    probe: {
      when: 'before',
      at: 'nonce',
      request: ({ facts }) => ({
        step: 'nonce',
        method: 'GET',
        url: need(stringMember(facts.issuerMetadata, 'nonce_endpoint'), 'nonce endpoint'),
      }),
    },
  },
  {
    id: 'vci.nonce.body_empty',
    title: 'Sends a body with the nonce request',
    expect: 'accepted',
    patchRequest: {
      at: 'nonce',
      change: (request) => {
        request.body = '{}'
        setHeader(request.headers, 'Content-Type', 'application/json')
      },
    },
  },
  {
    id: 'vci.nonce.no_access_token',
    title: 'Shows its access token to the nonce endpoint',
    expect: 'accepted',
    patchRequest: {
      at: 'nonce',
      change: ({ headers }, { facts }) => setHeader(headers, 'Authorization', `DPoP ${facts.accessToken}`),
    },
  },
  {
    id: 'vci.nonce.source',
    title: 'Puts the nonce of the token response into the proof',
    expect: 'accepted',
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        facts.cNonce = facts.tokenCNonce
      },
    },
  },
  {
    id: 'vci.nonce.known',
    title: 'Puts an invented nonce into the proof, then recovers',
    expect: invalidNonce,
    ends: 'credential_stored',
    needs: plainProof,
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt }) => {
        if (attempt === 1) facts.cNonce = 'an-invented-nonce'
      },
    },
  },
  {
    id: 'vci.nonce.not_reused',
    title: 'Uses a nonce again after it got a credential for it',
    expect: invalidNonce,
    ends: 'credential_stored',
    needs: plainProof,
    repeat: { step: 'credential', after: 'accepted' },
    // A different key, so that only the nonce is used twice.
    patchFacts: {
      at: 'credential',
      change: (facts, { attempt, newKey }) => {
        if (attempt > 1) facts.holderKeys.unshift(newKey())
      },
    },
  },
  {
    id: 'vci.nonce.recovery',
    title: 'Sends the refused nonce again instead of a fresh one',
    expect: invalidNonce,
    alsoFails: ['vci.nonce.known'],
    decidedBy: 'vci.nonce.known',
    needs: plainProof,
    patchFacts: {
      at: 'credential',
      change: (facts) => {
        facts.cNonce = 'an-invented-nonce'
      },
    },
  },
]
