import type { SealedDraft } from '../../verifier/dc-api/annex-c/seal-response'
import { invalidEncryptedResponse, misbehaviour } from './builders'
import { throughBrowser } from './dc-api'
import { pidMdoc } from './mdoc-builders'
import type { PatchContext, PresentationMisbehaviour } from './misbehaviour'

const query = { dcql_query: { credentials: [pidMdoc(['family_name', 'given_name', 'birth_date'])] } }
const needs = throughBrowser(['org-iso-mdoc'], { sessionOptions: query })

/** A misbehaviour in how the response is sealed. */
const inSealed = (id: string, title: string, change: (draft: SealedDraft, context: PatchContext) => void) =>
  misbehaviour(id, title, invalidEncryptedResponse, { needs, patchSealed: { at: 'response', change } })

/** What a wallet does wrong that answers by `org-iso-mdoc` (ISO18013-7-C, RFC 9180). */
export const annexCMisbehaviours: PresentationMisbehaviour[] = [
  inSealed('vp.annexc.response_text', 'Pads the text of its sealed response', (draft) => {
    draft.finish = (text) => `${text}${'='.repeat(4 - (text.length % 4))}`
  }),
  inSealed('vp.annexc.structure', 'Names the structure around its sealed response in capitals', (draft) => {
    draft.name = 'DCAPI'
  }),
  inSealed('vp.annexc.enc_point', 'Sends the encapsulated key as a compressed point', (draft) => {
    draft.enc = (point) => Buffer.concat([Buffer.from([2 + ((point.at(-1) ?? 0) & 1)]), point.subarray(1, 33)])
  }),
  inSealed('vp.annexc.decrypts', 'Seals its response without the session transcript', ({ input }) => {
    input.info = Buffer.alloc(0)
  }),
  inSealed('vp.annexc.decrypts~aad', 'Seals the session transcript as additional data', ({ input }) => {
    input.aad = input.info
    input.info = Buffer.alloc(0)
  }),
  misbehaviour(
    'vp.annexc.decrypts~no_key',
    'Seals its response to a key of its own because the request has none',
    invalidEncryptedResponse,
    {
      needs: throughBrowser(['org-iso-mdoc'], {
        sessionOptions: { ...query, negative_test: 'dc_annexc_no_key' },
        profile: { verification: 'none' },
      }),
      byProfile: 'response',
    },
  ),
  inSealed('vp.annexc.plaintext', 'Seals the text of its device response, not the bytes', ({ input }) => {
    input.plaintext = Buffer.from(input.plaintext.toString('base64url'))
  }),
  misbehaviour('vp.annexc.only_response', 'Sends a vp_token beside its sealed response', 'accepted', {
    needs,
    patchResponse: {
      at: 'response',
      change: (response) => {
        response.vp_token = {}
      },
    },
  }),
]
