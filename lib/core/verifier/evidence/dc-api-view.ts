import { z } from 'zod'
import type { FoldInput } from '../../engine/evidence/session-kind'
import { dcApiProtocols } from '../../ground/ports/dc-api'
import type { PresentationSession } from '../../ground/ports/store-types'
import type { Json } from '../../ground/values/json'
import { ownOrigin } from '../identity/own-origin'
import { entryParameters, isSigned } from '../read/request/dc-api/entry-parameters'
import { answeredProtocol, browserCalls, zBrowserCall } from './browser-calls'

/** What the read-back says of a request that a browser carries. */
export const zDcApiView = z
  .object({
    origin: z.string().meta({ description: 'What the browser tells the wallet.' }),
    expected_origins: z
      .array(z.string())
      .meta({ description: 'What signed requests name as the origins that may show them; ours first.' }),
    entries: z.array(
      z.object({
        protocol: z.enum(dcApiProtocols),
        response_mode: z.string().nullable().meta({ description: 'As in the request; null for ISO mdoc.' }),
        nonce: z.string(),
        encryption_kid: z.string().nullable().meta({ description: 'Of the key for the response; null without one.' }),
        thumbprint: z.string().nullable().meta({ description: 'RFC 7638, of that key.' }),
      }),
    ),
    answered_protocol: z.string().nullable().meta({ description: 'As the page said it; null until a response came.' }),
    calls: z.array(zBrowserCall),
  })
  .meta({ id: 'DcApi', description: 'presentation_channel dc_api: what the browser was handed, and what came of it.' })

export type DcApiView = z.infer<typeof zDcApiView>

/** The member `dc_api` of the read-back; `null` for a session with a link. */
export function dcApiView({ session, events, exchanges, settings }: FoldInput<PresentationSession>): DcApiView | null {
  const { dcApi } = session
  if (dcApi === undefined) return null
  const origin = ownOrigin(settings.baseUrl)
  const parameters = dcApi.entries.map((entry) => entryParameters(session, entry))
  const signed = parameters[dcApi.entries.findIndex(({ protocol }) => isSigned(protocol))]
  return {
    origin,
    expected_origins: signed === undefined ? [] : textsOf(signed.expected_origins),
    entries: dcApi.entries.map(({ protocol, nonce, encryptionKid, thumbprint }, index) => ({
      protocol,
      response_mode: protocol === 'org-iso-mdoc' ? null : textOf(parameters[index]?.response_mode),
      nonce,
      encryption_kid: encryptionKid,
      thumbprint,
    })),
    answered_protocol: answeredProtocol(events),
    calls: browserCalls({ events, exchanges }),
  }
}

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

const textsOf = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
