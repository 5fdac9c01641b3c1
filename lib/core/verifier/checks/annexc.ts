import { area, of } from '../../engine/checks/area'
import { notApplicable, type Outcome, pass, type Reason, tolerated, violated } from '../../engine/checks/check'
import { shownName, shownNames } from '../../engine/judgements/shown'
import { say, word } from '../../shared/values/wording'
import type { AnnexCReading, AnnexCVariant } from '../read/annex-c/annex-c-reading'
import type { ResponseReading } from '../read/response/response-reading'

/** Runs a check on a readable or unreadable ISO/IEC 18013-7 response that is not an error. */
const onAnnexC =
  (run: (answer: AnnexCReading) => Outcome) =>
  ({ annexC, kind }: ResponseReading): Outcome => {
    if (annexC === undefined) return notApplicable(say`The response is not one of org-iso-mdoc.`)
    return kind === 'error' ? notApplicable(say`The response is an error.`) : run(annexC)
  }

const [pointBytes, uncompressed] = [65, 4]

const asInfo = 'Use the bytes of the SessionTranscript as info, and an empty aad.'

/** What a response that decrypts with something wrong was encrypted with. */
const variantReasons: Readonly<Record<AnnexCVariant, Reason>> = {
  empty_info: { says: 'The response was encrypted with an empty info', fix: asInfo },
  hash_as_info: { says: 'The response was encrypted with a hash as info', fix: asInfo },
  transcript_under_tag_24: {
    says: 'The response was encrypted with the SessionTranscript under tag 24 as info',
    fix: 'Use the bytes of the SessionTranscript as info, without tag 24 around them.',
  },
  handover_alone: {
    says: 'The response was encrypted with the handover alone as info',
    fix: 'Use the SessionTranscript as info: [null, null, handover].',
  },
  data_under_tag_24: {
    says: 'The response was encrypted for a handover with its data under tag 24 before it was hashed',
    fix: 'Hash the encoded array [encryptionInfo, origin] itself, without tag 24.',
  },
  encryption_info_as_bytes: {
    says: 'The response was encrypted for encryptionInfo as a byte string',
    fix: 'Put the base64url text of encryptionInfo into the handover as it was received, as a text string.',
  },
  origin_with_slash: {
    says: 'The response was encrypted for the origin with a slash at its end',
    fix: 'Put the origin into the handover as the browser gives it, byte for byte.',
  },
  padded_encryption_info: {
    says: 'The response was encrypted for encryptionInfo with padding',
    fix: 'Put the text of encryptionInfo into the handover as it was received, byte for byte.',
  },
  transcript_as_aad: { says: 'The response was encrypted with the SessionTranscript as aad', fix: asInfo },
  key_of_another_entry: {
    says: 'The response is encrypted to the key of another entry of the request',
    fix: 'Encrypt to recipientPublicKey in the encryptionInfo of the entry that is answered.',
  },
}

/** Checks of an ISO/IEC 18013-7 response: first its text, then the encrypted content. */
export const annexCChecks = Object.values(
  area(
    'vp.annexc',
    { subject: of<ResponseReading>(), rejects: 'invalid_encrypted_response' },
    {
      response_text: {
        title: 'Encrypted response is base64url without padding',
        problem: 'The member response is not base64url without padding',
        clauses: ['ISO18013-7-C'],
        level: 'must',
        why: 'Other verifiers decode base64url only.',
        hint: 'Encode the CBOR of the encrypted response in base64url without padding or line breaks, as the member response of data.',
        run: onAnnexC(({ text, textError }) =>
          textError === null
            ? pass(say`${text?.length ?? 0} characters`)
            : violated({ expected: say`base64url without padding`, actual: textError }),
        ),
      },
      structure: {
        title: 'Encrypted response is the text dcapi, and a map of enc and cipherText alone',
        reasons: {
          other_structure: {
            says: 'The encrypted response is not the text dcapi and a map of enc and cipherText: {seen}',
            fix: 'Send the CBOR array ["dcapi", {"enc": bstr, "cipherText": bstr}], and nothing after it.',
          },
          further_members: {
            says: 'The map of enc and cipherText has further members: {further_members}',
            fix: 'Send enc and cipherText alone: what stands beside them is neither encrypted nor read.',
          },
        },
        refusal: 'The encrypted response is not the text dcapi and a map of enc and cipherText.',
        clauses: ['ISO18013-7-C'],
        level: 'must',
        why: 'A verifier finds the key of the wallet and what is encrypted by their names.',
        run: onAnnexC(({ structureError, enc, furtherMembers }) => {
          const expected = say`["dcapi", {"enc": bstr, "cipherText": bstr}]`
          if (structureError !== null) return violated('other_structure', { expected, actual: structureError })
          if (enc === null) return notApplicable(say`The text cannot be decoded; see vp.annexc.response_text.`)
          return furtherMembers.length === 0
            ? pass()
            : tolerated('further_members', {
                expected,
                actual: { further_members: shownNames(furtherMembers.map((name) => name ?? 'no_text')) },
              })
        }),
      },
      enc_point: {
        title: 'Key of the sender is an uncompressed point on P-256',
        reasons: {
          other_length: {
            says: 'The key of the sender, enc, is no uncompressed point on P-256: it has {seen}',
            fix: 'Send the ephemeral public key as 65 bytes: 0x04, then x and y with 32 bytes each.',
          },
          compressed: {
            says: 'The key of the sender, enc, is a compressed point',
            fix: 'Send the uncompressed form: 0x04, then x and y with 32 bytes each.',
          },
          off_curve: {
            says: 'The key of the sender, enc, is a point that is not on the curve P-256',
            fix: 'Send the public key that belongs to the ephemeral private key, on P-256.',
          },
        },
        refusal: 'The key of the sender, enc, is not an uncompressed point on P-256.',
        clauses: ['RFC9180-7.1.1', 'ISO18013-7-C'],
        level: 'must',
        why: 'HPKE serialises keys on P-256 in one form only, and its shared secret is made of those bytes.',
        run: onAnnexC(({ enc }) => {
          if (enc === null) return notApplicable(say`There is no enc that can be read; see vp.annexc.structure.`)
          if (enc.valid) return pass(say`${enc.bytes} bytes`)
          const isUncompressed = enc.bytes === pointBytes && enc.form === uncompressed
          const expected = say`${pointBytes} bytes, a point on the curve`
          if (isUncompressed) return violated('off_curve', { expected, actual: say`a point that is not on the curve` })
          return violated(enc.form === 2 || enc.form === 3 ? 'compressed' : 'other_length', {
            expected,
            actual: say`${enc.bytes} bytes`,
          })
        }),
      },
      decrypts: {
        title: 'Response can be decrypted with the key of the request',
        reasons: {
          opens_with_nothing: {
            says: 'The response cannot be decrypted with the key of this request and its SessionTranscript, nor with anything else that was tried',
            fix: 'Encrypt with HPKE in base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM, to recipientPublicKey of encryptionInfo: info is the SessionTranscript, aad is empty.',
          },
          ...variantReasons,
        },
        refusal: 'The response cannot be decrypted with the key of this request and its SessionTranscript.',
        clauses: ['RFC9180-5.1.1', 'ISO18013-7-C'],
        level: 'must',
        needs: ['vp.annexc.enc_point'],
        why: 'The SessionTranscript is part of the encryption, so that it opens only for the page and the request that it was made for.',
        run: onAnnexC(({ opened, variant, ciphertextBytes }) => {
          if (opened) return pass()
          if (ciphertextBytes === null) return notApplicable(say`There is no cipherText; see vp.annexc.structure.`)
          return violated(variant ?? 'opens_with_nothing', {
            expected: say`HPKE with the SessionTranscript as info and an empty aad`,
            actual: variant === null ? say`opens with nothing that was tried` : word(variant),
          })
        }),
      },
      plaintext: {
        title: 'Decrypted response is a DeviceResponse',
        reasons: {
          other_form: {
            says: 'The decrypted response is not a DeviceResponse: it is {seen}',
            fix: 'Encrypt the bytes of the DeviceResponse, a CBOR map.',
          },
          base64url: {
            says: 'The decrypted response is the base64url text of a DeviceResponse',
            fix: 'Encrypt the bytes of the DeviceResponse themselves, without encoding them in base64url.',
          },
        },
        refusal: 'The decrypted response is not a DeviceResponse.',
        clauses: ['ISO18013-7-C', 'ISO18013-5-8.3.2.1.2.2'],
        level: 'must',
        needs: ['vp.annexc.decrypts'],
        why: 'A verifier reads the plaintext as CBOR.',
        run: onAnnexC(({ plaintext }) => {
          if (plaintext === null) return notApplicable(say`The response was not decrypted; see vp.annexc.decrypts.`)
          if (plaintext.form === 'map') return pass(say`${plaintext.bytes} bytes`)
          return plaintext.form === 'base64url'
            ? violated('base64url', { expected: say`a CBOR map`, actual: say`the text of one` })
            : violated('other_form', {
                expected: say`a CBOR map`,
                actual: say`${plaintext.bytes} bytes of another form`,
              })
        }),
      },
      only_response: {
        title: 'Data has no member beside response',
        problem: 'The member data has members beside response',
        clauses: ['ISO18013-7-C'],
        level: 'should',
        why: 'What stands beside the encrypted response is neither encrypted nor bound to it.',
        hint: 'Send response alone.',
        run: onAnnexC(({ otherMembers }) =>
          otherMembers.length === 0
            ? pass()
            : violated({ expected: [say`response`], actual: otherMembers.slice(0, 20).map(shownName) }),
        ),
        rejects: null,
      },
    },
  ),
)
