import { z } from 'zod'
import { optionsWith } from '../../../engine/sessions/session-option'
import { type DcApiProtocol, dcApiProtocols } from '../../../shared/ports/dc-api'
import type { Json } from '../../../shared/values/json'

/** Requirement on a member, for its refusal. */
interface Refusal {
  readonly must: string
}

const option = optionsWith<unknown, Refusal>()

/** Marks non-standard members in the API documentation. */
const extension = { 'x-extension': true }

export const presentationChannels = ['url', 'dc_api'] as const

/** Default protocols: the European framework needs a signed request. HAIP-5.2 */
export const dcApiProtocolsDefault: readonly DcApiProtocol[] = ['openid4vp-v1-signed']

/** Browser response mode for each requested one. OID4VP-1FINALA-A.2 */
const browserModes = { direct_post: 'dc_api', 'direct_post.jwt': 'dc_api.jwt' } as const

/** Values of `response_mode` in browser requests. */
export const browserResponseModes: readonly string[] = Object.values(browserModes)

/** Browser response mode for that of the body, which only states whether the response is encrypted. */
export const browserMode = (asked: keyof typeof browserModes): string => browserModes[asked]

/** The body's name of a request's response mode; unknown values stay unchanged. */
export const askedMode = (sent: Json | undefined): Json | undefined =>
  Object.entries(browserModes).find(([, inBrowser]) => inBrowser === sent)?.[0] ?? sent

/** Reports each repeated value. */
const distinct = (values: readonly unknown[], context: z.core.$RefinementCtx): void => {
  for (const [index, value] of values.entries())
    if (values.indexOf(value) < index) context.addIssue({ code: 'custom', message: 'is there already', path: [index] })
}

/** `POST /openid4vp/sessions` members for browser requests. OID4VP-1FINALA-A */
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

/** True for a serialised https origin: lower case, no default port, no path. RFC6454-6.2 */
function isSerialisedOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text
}
