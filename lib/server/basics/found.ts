import type { OperationId } from '@/lib/contract/contract'
import type { Endpoint } from '@/lib/core/engine/endpoints/endpoint'
import type { PageRoute } from './page-routes'
import type { PathParams } from './path-table'

/** What answers a method and a path. */
export type Found = FoundOperation | Miss | FoundPage

/** An operation of the contract, and the endpoint that its `route.ts` names. */
export interface FoundOperation {
  readonly kind: 'operation'
  readonly operation: OperationId
  readonly endpoint: Endpoint
  readonly params: PathParams
  /** The path has a slash after that of the operation, which only some sessions give their wallets. */
  readonly slashed?: true
}

/** A known path without the method, or an unknown path. */
export interface Miss {
  readonly kind: 'miss'
  readonly operation: OperationId | null
  readonly allow: readonly string[]
  readonly params: PathParams
  /** `interface`: from a program, answer with JSON. `pages`: may be from a person. */
  readonly near: 'interface' | 'pages'
}

/** One of our pages, or a file that pages load. */
interface FoundPage {
  readonly kind: 'page'
  readonly page: PageRoute
}

/** The result for an unknown path. */
export const nowhere = (near: Miss['near']): Miss => ({ kind: 'miss', operation: null, allow: [], params: {}, near })
