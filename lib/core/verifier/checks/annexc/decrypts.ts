import { defineCheck, notApplicable, pass, violated } from '../../../engine/checks/check'
import { say, word } from '../../../ground/values/wording'
import type { Explanation } from '../../judgements/hint-words'
import { onAnnexC } from '../../judgements/on-annex-c'
import type { AnnexCVariant } from '../../read/annex-c/annex-c-reading'
import type { ResponseReading } from '../../read/response/response-reading'

const asInfo = say`Use the bytes of the SessionTranscript as info, and an empty aad.`

/** What a response opens with that does not open as it should, and what to do. */
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

export const annexcDecrypts = defineCheck<ResponseReading>('vp.annexc.decrypts', {
  title: 'Response can be decrypted with the key of the request',
  problem: 'The response cannot be decrypted with the key of this request and its SessionTranscript',
  clauses: ['RFC9180-5.1.1', 'ISO18013-7-C'],
  level: 'must',
  rejects: 'invalid_encrypted_response',
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
})
