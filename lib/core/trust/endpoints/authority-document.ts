import { judged } from '../../engine/endpoints/endpoint'
import type { RequestContext } from '../../engine/endpoints/request-context'
import type { Reply } from '../../ground/http/exchange'
import type { TrustAuthorities, TrustRole } from '../../ground/ports/trust'
import { authorityNames, strangerPrefix } from '../../ground/trust/trust-addresses'
import { notFoundReply } from './cached-reply'
import { type PublicDocument, publicDocument } from './public-document'
import { type ReaderSession, readOfClient, sessionOfReader } from './read-of-client'
import { type ReadResource, readOfNone } from './read-of-session'

/** The roles that have an authority each. */
export const roles = ['access', 'registrar', 'pid'] as const satisfies readonly TrustRole[]

/** What is read of an authority; `null` for one that is none of ours. */
type Reading = { readonly name: string; readonly reader: ReaderSession | null; readonly reply: Reply } | null

/** What an authority publishes under its name, and how a read of it is called. */
interface AuthorityDocument {
  /** The end of its file, e.g. `.cer`. */
  readonly ending: string
  readonly resource: ReadResource['resource']
  readonly make: (
    role: TrustRole,
    authorities: TrustAuthorities,
    context: RequestContext,
  ) => PublicDocument | Promise<PublicDocument>
}

/**
 * The endpoint of a document that each authority has, those that are on no list too: that they are not is the one thing that is
 * wrong with what they issued. Who reads it names no session, so that it is only inferred.
 */
export const authorityDocument = ({ ending, resource, make }: AuthorityDocument) =>
  judged<Reading>({
    async read(context) {
      const { file = '' } = context.params
      const isStranger = file.startsWith(strangerPrefix)
      const named = isStranger ? file.slice(strangerPrefix.length) : file
      const role = roles.find((one) => `${authorityNames[one]}${ending}` === named)
      if (role === undefined) return null
      const keys = await context.ports.trustKeys()
      const reply = publicDocument(await make(role, isStranger ? keys.strangers : keys, context), context)
      return { name: file.slice(0, -ending.length), reader: await sessionOfReader(context), reply }
    },
    checks: () => [],
    decide: (reading) =>
      reading === null
        ? readOfNone(notFoundReply(noSuchAuthority))
        : readOfClient(reading.reader, {
            reply: reading.reply,
            read: { resource, name: reading.name },
          }),
  })

const noSuchAuthority = `No authority has this name: they are ${Object.values(authorityNames).join(', ')}, and the same after ${strangerPrefix} for those on no list.`
