import type { ExamplesById } from '../../engine/checks/examples'
import { say } from '../../shared/values/wording'
import { annexCVariants } from '../read/annex-c/annex-c-reading'
import type { ResponseReading } from '../read/response/response-reading'
import { annexC, annexCPlaintext, closedAnnexC } from './fixtures/annex-c'
import { goodResponse, plainResponse } from './fixtures/response'

const error: ResponseReading = { ...annexC(), kind: 'error' }
const others = [goodResponse, plainResponse, error]
const unreadable = { enc: null, ciphertextBytes: null, structureError: null }
const undecoded = closedAnnexC({ ...unreadable, textError: say`It has other characters.` })

export const annexCExamples: ExamplesById<ResponseReading> = {
  'vp.annexc.response_text': {
    pass: [annexC(), closedAnnexC()],
    violated: [
      annexC({ textError: say`It is padded.` }),
      undecoded,
      closedAnnexC({ ...unreadable, text: null, textError: say`It is absent.` }),
    ],
    notApplicable: others,
  },
  'vp.annexc.structure': {
    pass: [annexC(), closedAnnexC()],
    violated: [
      annexC({ structureError: say`Its first item is not the text dcapi.` }),
      annexC({ furtherMembers: ['kid', null] }),
      closedAnnexC({ ...unreadable, structureError: say`It is no array.` }),
    ],
    notApplicable: [...others, undecoded],
  },
  'vp.annexc.enc_point': {
    pass: [annexC(), closedAnnexC()],
    violated: [
      closedAnnexC({ enc: { bytes: 33, form: 2, valid: false } }),
      closedAnnexC({ enc: { bytes: 65, form: 4, valid: false } }),
      closedAnnexC({ enc: { bytes: 0, form: null, valid: false } }),
    ],
    notApplicable: [...others, undecoded],
  },
  'vp.annexc.decrypts': {
    pass: [annexC()],
    violated: [closedAnnexC(), ...annexCVariants.map((variant) => closedAnnexC({ variant }))],
    notApplicable: [...others, closedAnnexC({ ciphertextBytes: null, structureError: say`It has no cipherText.` })],
  },
  'vp.annexc.plaintext': {
    pass: [annexC()],
    violated: [
      annexCPlaintext({ form: 'base64url' }),
      annexCPlaintext({ form: 'other', bytes: 0, deviceResponse: null }),
    ],
    notApplicable: [...others, closedAnnexC()],
  },
  'vp.annexc.only_response': {
    pass: [annexC(), closedAnnexC()],
    violated: [annexC({ otherMembers: ['vp_token'] })],
    notApplicable: others,
  },
}
