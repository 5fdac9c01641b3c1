import type { z } from 'zod'

/** One endpoint of the interface: what a router, the OpenAPI document and a contract test need to know of it. */
export interface ContractEntry {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** False where a GET moves a flow on: a HEAD is then refused, for nobody means to move anything by one. */
  readonly head?: false
  /** Path with `{variables}`, as the requirement writes it. */
  readonly path: string
  readonly summary: string
  /** True for what the requirement does not have. */
  readonly extension?: true
  /** True when its exchanges are evidence and stand in the ledger. */
  readonly recorded: boolean
  /** Who sends its requests; evidence says so. */
  readonly origin: 'wallet' | 'user_agent' | 'operator'
  /** `wallet`: whoever asks beside it lost a wallet's way, which is evidence too. `tester`: such a request is none. */
  readonly area: 'wallet' | 'tester'
  /** True where the path names an issuer configuration: one that does not exist is 404 before all else. */
  readonly underIssuer: boolean
  /** True where each request begins a session, and counts for SESSION_RATE_LIMIT. */
  readonly startsSession?: true
  /**
   * `operator`: demands OPERATOR_TOKEN where one is configured. `dpop`: the wallet's own credentials. `admin`: always
   * demands the admin key.
   */
  readonly auth: 'none' | 'operator' | 'dpop' | 'admin'
  /** True where a wallet may be a web page: pages of any origin may read the answers. RFC 9449 sections 7.1 and 8 */
  readonly cors: boolean
  /** True where requests may name the service as they like: phones, proxies and probes do. Elsewhere `Host` must be ours. */
  readonly anyHost: boolean
  /** Bytes of a body that is read. Where `auth` is `admin`, this much is kept of requests that hold the key, and little of others. */
  readonly bodyBytesMax: number
  /**
   * Media type of the request body → schema. What wallets send is only described by it: an endpoint reads that body itself,
   * since every fault in it has to become a finding. What testers send is parsed with it.
   */
  readonly request?: Readonly<Record<string, z.ZodType>>
  /** True when the body may be omitted. */
  readonly bodyOptional?: true
  /** Header fields that the endpoint reads, other than `Authorization`, `Accept` and `Content-Type`. */
  readonly requestHeaders?: Readonly<Record<string, Parameter>>
  /** Query parameters that the endpoint reads. */
  readonly query?: Readonly<Record<string, Parameter>>
  readonly replies: Readonly<Record<number, ReplySchema>>
  /** Header fields of an answer that are the endpoint's own, by status: name → what it says. */
  readonly replyHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>
}

/**
 * True where something is changed that no page of another origin has a reason to change: programs and our own pages do.
 * Where a key is demanded no page gets as far, for it would have to ask first.
 */
export const takesNoForeignOrigin = ({ method, cors, anyHost, auth }: ContractEntry): boolean =>
  method === 'POST' && !cors && !anyHost && auth !== 'admin'

/** Settings of an installation that its interface depends on. */
export interface InterfaceSettings {
  /** A pushed authorization request needs a DPoP proof. */
  readonly parRequireDpop: boolean
}

interface Parameter {
  readonly description: string
  /** The name of a setting: as it says. */
  readonly required: boolean | keyof InterfaceSettings
  readonly schema?: z.ZodType
  /** True for a parameter of ours at a path that the requirement has. */
  readonly extension?: true
}

/** Media type → schema of the body; an empty object means no body. */
export type ReplySchema = Readonly<Record<string, z.ZodType>>

/** Keeps the literal keys of a group while checking each entry. */
export const contractGroup = <Group extends Record<string, ContractEntry>>(group: Group): Group => group
