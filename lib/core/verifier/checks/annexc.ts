import { area, of } from '../../engine/checks/area'
import { notApplicable, type Outcome, pass, tolerated, violated } from '../../engine/checks/check'
import { shownName, shownNames } from '../../engine/judgements/shown'
import { say, word } from '../../shared/values/wording'
import type { Explanation } from '../judgements/explanations'
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

const asInfo = say`Use the bytes of the SessionTranscript as info, and an empty aad.`

/** Explains a response that decrypts with a wrong transcript, and what to do. */
const variantWords: Readonly<Record<AnnexCVariant, Explanation>> = {
  empty_info: { cause: say`The response was encrypted with an empty info`, hint: asInfo },
  hash_as_info: { cause: say`The response was encrypted with a hash as info`, hint: asInfo },
  origin_with_slash: {
    cause: say`The response was encrypted for the origin with a slash at its end`,
    hint: say`Put the origin into the handover as the browser gives it, byte for byte.`,
  },
  padded_encryption_info: {
    cause: say`The response was encrypted for encryptionInfo with padding`,
    hint: say`Put the text of encryptionInfo into the handover as it was received, byte for byte.`,
  },
  transcript_as_aad: { cause: say`The response was encrypted with the SessionTranscript as aad`, hint: asInfo },
  key_of_another_entry: {
    cause: say`The response is encrypted to the key of another entry of the request`,
    hint: say`Encrypt to recipientPublicKey in the encryptionInfo of the entry that you respond to.`,
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
        problem: 'The encrypted response is not the text dcapi and a map of enc and cipherText',
        clauses: ['ISO18013-7-C'],
        level: 'must',
        why: 'A verifier finds the key of the wallet and what is encrypted by their names.',
        hint: 'Send the CBOR array ["dcapi", {"enc": bstr, "cipherText": bstr}], and nothing after it.',
        run: onAnnexC(({ structureError, enc, furtherMembers }) => {
          const expected = say`["dcapi", {"enc": bstr, "cipherText": bstr}]`
          if (structureError !== null) return violated({ expected, actual: structureError })
          if (enc === null) return notApplicable(say`The text cannot be decoded; see vp.annexc.response_text.`)
          return furtherMembers.length === 0
            ? pass()
            : tolerated({
                expected,
                actual: { further_members: shownNames(furtherMembers.map((name) => name ?? 'no_text')) },
                cause: say`The map of enc and cipherText has further members`,
                hint: say`Send enc and cipherText alone: what stands beside them is neither encrypted nor read.`,
              })
        }),
      },
      enc_point: {
        title: 'Key of the sender is an uncompressed point on P-256',
        problem: 'The key of the sender, enc, is not an uncompressed point on P-256',
        clauses: ['RFC9180-7.1.1', 'ISO18013-7-C'],
        level: 'must',
        why: 'HPKE serialises keys on P-256 in one form only, and its shared secret is made of those bytes.',
        hint: 'Send the ephemeral public key as 65 bytes: 0x04, then x and y with 32 bytes each.',
        run: onAnnexC(({ enc }) => {
          if (enc === null) return notApplicable(say`There is no enc that can be read; see vp.annexc.structure.`)
          if (enc.valid) return pass(say`${enc.bytes} bytes`)
          const isUncompressed = enc.bytes === pointBytes && enc.form === uncompressed
          return violated({
            expected: say`${pointBytes} bytes, a point on the curve`,
            actual: isUncompressed ? say`a point that is not on the curve` : say`${enc.bytes} bytes`,
            ...(enc.form === 2 || enc.form === 3
              ? { cause: say`The key of the sender, enc, is a compressed point` }
              : {}),
          })
        }),
      },
      decrypts: {
        title: 'Response can be decrypted with the key of the request',
        problem: 'The response cannot be decrypted with the key of this request and its SessionTranscript',
        clauses: ['RFC9180-5.1.1', 'ISO18013-7-C'],
        level: 'must',
        needs: ['vp.annexc.enc_point'],
        why: 'The SessionTranscript is part of the encryption, so that it opens only for the page and the request that it was made for.',
        hint: 'Encrypt with HPKE in base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-128-GCM, to recipientPublicKey of encryptionInfo: info is the SessionTranscript, aad is empty.',
        run: onAnnexC(({ opened, variant, ciphertextBytes }) => {
          if (opened) return pass()
          if (ciphertextBytes === null) return notApplicable(say`There is no cipherText; see vp.annexc.structure.`)
          return violated({
            expected: say`HPKE with the SessionTranscript as info and an empty aad`,
            actual: variant === null ? say`opens with nothing that was tried` : word(variant),
            ...(variant === null ? {} : variantWords[variant]),
          })
        }),
      },
      plaintext: {
        title: 'Decrypted response is a DeviceResponse',
        problem: 'The decrypted response is not a DeviceResponse',
        clauses: ['ISO18013-7-C', 'ISO18013-5-8.3.2.1.2.2'],
        level: 'must',
        needs: ['vp.annexc.decrypts'],
        why: 'A verifier reads the plaintext as CBOR.',
        hint: 'Encrypt the bytes of the DeviceResponse, a CBOR map.',
        run: onAnnexC(({ plaintext }) => {
          if (plaintext === null) return notApplicable(say`The response was not decrypted; see vp.annexc.decrypts.`)
          if (plaintext.form === 'map') return pass(say`${plaintext.bytes} bytes`)
          return plaintext.form === 'base64url'
            ? violated({
                expected: say`a CBOR map`,
                actual: say`the text of one`,
                cause: say`The decrypted response is the base64url text of a DeviceResponse`,
              })
            : violated({ expected: say`a CBOR map`, actual: say`${plaintext.bytes} bytes of another form` })
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
