import { z } from 'zod'
import { optionsWith } from '../../../engine/sessions/session-option'
import { type DcApiProtocol, dcApiProtocols } from '../../../ground/ports/dc-api'
import type { Json } from '../../../ground/values/json'

/** What a refusal says that the member must be. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks members of ours in the description of the interface. */
const extension = { 'x-extension': true }

export const presentationChannels = ['url', 'dc_api'] as const

/** What the browser is handed where the tester names no protocol: the European framework needs a named verifier. HAIP-5.2 */
export const dcApiProtocolsDefault: readonly DcApiProtocol[] = ['openid4vp-v1-signed']

/** The Response Mode that stands in a request to a browser for each that a tester asks for. OID4VP-1FINALA-A.2 */
const browserModes = { direct_post: 'dc_api', 'direct_post.jwt': 'dc_api.jwt' } as const

/** Values of `response_mode` in a request to a browser. */
export const browserResponseModes: readonly string[] = Object.values(browserModes)

/** The Response Mode in a request to a browser for that of the body, which only says whether the response is encrypted. */
export const browserMode = (asked: keyof typeof browserModes): string => browserModes[asked]

/** What the body calls the Response Mode of a request; the same for what it does not know. */
export const askedMode = (sent: Json | undefined): Json | undefined =>
  Object.entries(browserModes).find(([, inBrowser]) => inBrowser === sent)?.[0] ?? sent

/** Points at each value that came before. */
const distinct = (values: readonly unknown[], context: z.core.$RefinementCtx): void => {
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index) context.addIssue({ code: 'custom', message: 'is there already', path: [index] })
}

/** The members of `POST /openid4vp/sessions` about requests that a browser carries. OID4VP-1FINALA-A */
export const dcApiOptions = {
  presentation_channel: option({
    schema: z
      .enum(presentationChannels)
      .default('url')
      .meta({
        description:
          'How the request reaches the wallet. url: by a link. dc_api: by the Digital Credentials API of a browser, from the page dc_api.page_url of the response.',
        ...extension,
      }),
    refusal: { code: 'invalid_request', must: 'It must be url or dc_api.' },
    keep: (asked): 'dc_api' | undefined => (asked === 'dc_api' ? asked : undefined),
    form: [{ reading: 'text', only: ['dc_api'], again: 'as_kept' }],
  }),
  dc_api_protocols: option({
    schema: z
      .array(z.enum(dcApiProtocols))
      .min(1)
      .max(dcApiProtocols.length)
      .superRefine(distinct)
      .optional()
      .meta({
        description:
          'With presentation_channel dc_api: the exchange protocols that the browser is handed, in this order; openid4vp-v1-signed by default.',
        uniqueItems: true,
        ...extension,
      }),
    refusal: {
      code: 'invalid_request',
      must: `It must be an array of 1 to ${dcApiProtocols.length} different ones of ${dcApiProtocols.join(', ')}.`,
    },
    keep: (asked): readonly DcApiProtocol[] | undefined => asked,
    form: [{ reading: 'texts', again: 'as_kept' }],
  }),
  dc_api_extra_origins: option({
    schema: z
      .array(z.string().refine(isSerialisedOrigin))
      .max(5)
      .superRefine(distinct)
      .default([])
      .meta({
        description:
          'With presentation_channel dc_api: https origins that expected_origins of signed requests names after ours.',
        uniqueItems: true,
        ...extension,
      }),
    refusal: {
      code: 'invalid_request',
      must: 'It must be an array of at most 5 different https origins, each as a browser writes it, such as https://verifier.example.',
    },
    keep: (asked): readonly string[] | undefined => (asked.length === 0 ? undefined : asked),
    form: [{ reading: 'texts', again: 'as_kept' }],
  }),
}

/** Whether a text is an https origin as browsers write it: lower case, no default port, nothing behind. RFC6454-6.2 */
function isSerialisedOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text
}
