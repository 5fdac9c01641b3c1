import { alwaysJudged, type ExamplesById } from '../../engine/checks/examples'
import {
  freshNonce,
  goodAttestationProof,
  goodProofs,
  noNonce,
  noProofs,
  unreadableJwt,
} from '../read/proof/fixtures/good-proofs'
import type { ProofsReading } from '../read/proof/proofs-reading'
import type { NonceFacts, NonceReading } from '../read/proof/read-nonce'

const good: NonceReading = { bodyBytes: 0, authorizationSent: false }

export const nonceEndpointExamples: ExamplesById<NonceReading> = {
  'vci.nonce.body_empty': {
    pass: [good, { ...good, authorizationSent: true }],
    violated: [{ ...good, bodyBytes: 2 }],
    notApplicable: alwaysJudged,
  },
  'vci.nonce.no_access_token': {
    pass: [good, { ...good, bodyBytes: 2 }],
    violated: [{ ...good, authorizationSent: true }],
    notApplicable: alwaysJudged,
  },
}

const nonce = (state: NonceFacts['state'], source: NonceFacts['source'] = null): ProofsReading => ({
  ...goodProofs,
  nonce: { ...freshNonce, state, source },
})

/** A fresh nonce in the proof, and a different one in the key attestation. */
const attestedNonce = (state: NonceFacts['state'], demanded: boolean): ProofsReading => {
  const { keyAttestation } = goodProofs
  if (!keyAttestation?.jwt) return goodProofs
  const { conditions, jwt } = keyAttestation
  return {
    ...goodProofs,
    keyAttestation: {
      ...keyAttestation,
      conditions: { ...conditions, demanded },
      jwt: { ...jwt, nonce: { ...freshNonce, state } },
    },
  }
}

const withoutAttestation = (reading: ProofsReading): ProofsReading => ({ ...reading, keyAttestation: null })

const none = [noProofs, unreadableJwt, { ...goodProofs, nonce: noNonce }, nonce('not_a_string')]

export const proofNonceExamples: ExamplesById<ProofsReading> = {
  'vci.nonce.known': {
    pass: [goodProofs, goodAttestationProof, nonce('spent', 'nonce_endpoint'), nonce('expired', 'nonce_endpoint')],
    violated: [
      nonce('unknown'),
      { ...goodProofs, nonce: { ...freshNonce, state: 'unknown', sent: 'x' } },
      nonce('other_issuer'),
    ],
    notApplicable: none,
  },
  'vci.nonce.alive': {
    pass: [goodProofs, goodAttestationProof, attestedNonce('expired', false)],
    violated: [nonce('expired', 'nonce_endpoint'), attestedNonce('expired', true)],
    notApplicable: [noProofs, nonce('unknown'), nonce('spent', 'nonce_endpoint')].map(withoutAttestation),
  },
  'vci.nonce.not_reused': {
    pass: [goodProofs, goodAttestationProof, nonce('expired', 'nonce_endpoint')],
    violated: [
      nonce('spent', 'nonce_endpoint'),
      { ...goodProofs, nonce: { ...freshNonce, state: 'spent', spentInLost: true } },
    ],
    notApplicable: [nonce('unknown'), nonce('other_issuer'), ...none],
  },
  'vci.nonce.source': {
    pass: [goodProofs, nonce('spent', 'nonce_endpoint')],
    violated: [nonce('fresh', 'token_response')],
    notApplicable: [
      { ...nonce('fresh', 'token_response'), hasNonceEndpoint: false },
      nonce('unknown'),
      nonce('other_issuer'),
      ...none,
    ],
  },
}
