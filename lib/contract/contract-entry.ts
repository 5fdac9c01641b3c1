import type { z } from 'zod'
import type { KeyScope } from '@/lib/core/scoreboard/organization-keys'
import type { JsonObject } from '@/lib/core/shared/values/json'

/**
 * One endpoint of the interface: everything that the router, the OpenAPI document and the contract test need to know
 * about it.
 */
export interface ContractEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** False if a GET advances a flow: a HEAD is then refused, because a HEAD should never advance anything. */
  readonly head?: false
  /** Takes the parameters of its query as a form too, by POST. RFC 6749 section 3.1 */
  readonly alsoForm?: true
  /** Path with `{variables}`, as written in the requirement. */
  readonly path: string
  /** Its path under an issuer that belongs to one session: the same endpoint responds there. */
  readonly labPath?: string
  /** A second path there, advertised in the metadata if the session asks for other endpoints. */
  readonly secondLabPath?: string
  /** Its paths at further authorization servers of such an issuer. */
  readonly renderedPaths?: readonly string[]
  /** Its path below the address of a workbench, where the request finds or makes its session. */
  readonly doorPath?: string
  /** Its path with a slash at its end: only a session that gave its wallet that address answers there. */
  readonly slashedPath?: string
  readonly summary: string
  /** True for extensions of the requirement. */
  readonly extension?: true
  /** True if its exchanges are evidence and appear in the ledger. */
  readonly recorded: boolean
  /** Who sends its requests; recorded in evidence. */
  readonly origin: 'wallet' | 'user_agent' | 'operator'
  /** `wallet`: an unmatched request nearby comes from a wallet and is evidence too. `tester`: it is not. */
  readonly area: 'wallet' | 'tester'
  /** True if the path names an issuer configuration: an unknown one is a 404 before anything else. */
  readonly underIssuer: boolean
  /** True if each request starts a session or a campaign: lib/server/guard/storage-bounds.ts says whether it may. */
  readonly startsSession?: true
  /**
   * `operator`: requires OPERATOR_TOKEN if one is configured. `dpop`: the wallet's own credentials. `admin`: always
   * requires the admin key. `publisher`: requires a publish token or the admin key. `organization`: requires the admin key, or
   * a key of an organisation with `scope`, which is shown and changes what belongs to that organisation alone.
   */
  readonly auth: 'none' | 'operator' | 'dpop' | 'admin' | 'publisher' | 'organization'
  /** What a key of an organisation must be allowed where `auth` is `organization`; `any`: it needs to be valid only. */
  readonly scope?: KeyScope | 'any'
  /** True if a wallet may be a web page: pages of any origin may read the responses. RFC 9449 sections 7.1 and 8 */
  readonly cors: boolean
  /** True if requests may use any `Host`, as phones, proxies and probes do. Elsewhere `Host` must be ours. */
  readonly anyHost: boolean
  /**
   * Maximum bytes of a body. If `auth` is `admin`, `organization` or `publisher`, this applies to requests with the key; without it, only
   * little is read.
   */
  readonly bodyBytesMax: number
  /**
   * Request schemas by media type. For wallets they are only descriptive: the endpoint reads the body itself, because
   * every error in it has to become a finding. Bodies from testers are parsed with them.
   */
  readonly request?: Readonly<Record<string, z.ZodType>>
  /** Bodies accepted at `labPath`, if they differ from those at `path`. */
  readonly labRequest?: Readonly<Record<string, z.ZodType>>
  /** Bodies in JSON to show what they are for, by a name. */
  readonly bodies?: Readonly<Record<string, NamedBody>>
  /** True when the body may be omitted. */
  readonly bodyOptional?: true
  /** Header fields that the endpoint reads, other than `Authorization`, `Accept` and `Content-Type`. */
  readonly requestHeaders?: Readonly<Record<string, Parameter>>
  /** Query parameters that the endpoint reads. */
  readonly query?: Readonly<Record<string, Parameter>>
  readonly replies: Readonly<Record<number, ReplySchema>>
  /** Replies at `labPath`, if they differ from those at `path`. */
  readonly labReplies?: Readonly<Record<number, ReplySchema>>
  /** Meaning of a status at this endpoint, if more specific than the general one. */
  readonly replyWords?: Readonly<Record<number, string>>
  /** In a session with mutations of it, a tester's own reply, with any status and body. */
  readonly mutable?: true
  /** Header fields of a response that are specific to the endpoint, by status: name → description. */
  readonly replyHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>
}

/** Every path of an endpoint. */
export const pathsOf = ({
  path,
  labPath,
  secondLabPath,
  renderedPaths = [],
  doorPath,
}: Pick<ContractEntry, 'path' | 'labPath' | 'secondLabPath' | 'renderedPaths' | 'doorPath'>): readonly string[] =>
  [path, labPath, secondLabPath, ...renderedPaths, doorPath].filter((one) => one !== undefined)

/** The methods that the endpoint answers: `HEAD` like `GET`, wherever a `GET` only reads. */
export const methodsOf = ({
  method,
  head,
  alsoForm,
}: Pick<ContractEntry, 'method' | 'head' | 'alsoForm'>): readonly string[] =>
  alsoForm ? [method, 'POST'] : method === 'GET' && head !== false ? ['GET', 'HEAD'] : [method]

/**
 * True if the endpoint changes something that only programs and our own pages may change, never a page of another
 * origin. Endpoints that require a key do not need this: a page would have to send a preflight first.
 */
export const takesNoForeignOrigin = ({ method, cors, anyHost, auth }: ContractEntry): boolean =>
  method === 'POST' && !cors && !anyHost && !needsApiKey({ auth })

/** True for the operator's endpoints and those of organisations: their errors repeat the sentence as `message`. */
export const needsApiKey = ({ auth }: Pick<ContractEntry, 'auth'>): boolean =>
  auth === 'admin' || auth === 'organization'

/** True for what is read of one session or campaign, which may be that of an organisation. */
export const namesEvidence = ({ auth, method, path }: Pick<ContractEntry, 'auth' | 'method' | 'path'>): boolean =>
  auth === 'operator' && method === 'GET' && /\{(?:session|campaign)Id\}/.test(path)

/** Settings that the interface of an installation depends on. */
export interface InterfaceSettings {
  /** A pushed authorization request needs a DPoP proof. */
  readonly parRequireDpop: boolean
}

/** A body that an endpoint takes, and what it makes, in a few words. */
export interface NamedBody {
  readonly summary: string
  readonly value: JsonObject
}

interface Parameter {
  readonly description: string
  /** Name of the setting that decides. */
  readonly required: boolean | keyof InterfaceSettings
  readonly schema?: z.ZodType
  /** True for our own parameter of a required path. */
  readonly extension?: true
}

/** Schema of the body by media type; an empty object means no body. */
export type ReplySchema = Readonly<Record<string, z.ZodType>>

/** Checks each entry of a group and preserves its literal keys, methods and paths. */
export const contractGroup = <const Group extends Record<string, ContractEntry>>(group: Group): Group => group
