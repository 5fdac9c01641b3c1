import type { WrongDerivation } from '../../shared/ports/keys'
import type { Reason } from '../checks/check'

const party = 'Put the decoded bytes of apu and apv into PartyUInfo and PartyVInfo, each after its length.'
const derive =
  'Derive the key with the Concat KDF over the shared secret, AlgorithmID, PartyUInfo, PartyVInfo and SuppPubInfo.'
const authenticate =
  'Authenticate the ASCII characters of the first part of the JWE: the protected header in base64url.'

const ways = {
  alg_as_algorithm: [
    'with its alg as AlgorithmID',
    'Set AlgorithmID to the enc of the header: the derived key is the content key.',
  ],
  no_party_info: ['without the apu and apv of its header', party],
  party_info_as_text: ['with apu and apv as texts', party],
  length_in_bytes: [
    'with its length in bytes',
    'Write the length of the key into SuppPubInfo in bits: 128 for A128GCM, 256 for A256GCM.',
  ],
} as const

/** The reasons of a JWE for our key whose content key or authenticated data are wrong. `name`: what is encrypted. */
export const derivationReasons = (name: string): Readonly<Record<WrongDerivation, Reason>> => {
  const clause = 'RFC7518-4.6.2'
  const derived = (way: keyof typeof ways): Reason => {
    const [how, fix] = ways[way]
    return { says: `The key of ${name} was derived ${how}`, fix, clause }
  }
  return {
    alg_as_algorithm: derived('alg_as_algorithm'),
    no_party_info: derived('no_party_info'),
    party_info_as_text: derived('party_info_as_text'),
    length_in_bytes: derived('length_in_bytes'),
    no_kdf: { says: `The key of ${name} is the shared secret itself`, fix: derive, clause },
    hash_alone: { says: `The key of ${name} is a hash of the shared secret alone`, fix: derive, clause },
    aad_decoded: { says: `The tag of ${name} covers the header as JSON`, fix: authenticate, clause: 'RFC7516-5.1' },
    no_aad: { says: `The tag of ${name} covers no header`, fix: authenticate, clause: 'RFC7516-5.1' },
  }
}
