import type { RequestContext } from '@/lib/core/engine/endpoints/request-context'
import type { Seeker } from '@/lib/core/shared/ports/places'
import type { Container } from '../container'

/** A request on its way, and what is needed to record it. */
export interface Recording {
  readonly container: Container
  readonly context: RequestContext
  readonly operation: string | null
  readonly recorded: boolean
  /** Whose place it takes while its evidence is written. */
  readonly seeker: Seeker
  readonly elapsed: () => number
}
