/** Which namespaces of organisations need a worker, and which processes share them. Every method throws StoreUnavailable. */
export interface WorkerDemand {
  /**
   * Asks for a worker in a namespace from an instant on (RFC 3339), again after each interval. A later wish of the same source,
   * which is `run` or a schedule, replaces the one before.
   */
  want(wish: {
    readonly namespace: string
    readonly source: string
    readonly dueAt: string
    readonly everySeconds?: number
  }): Promise<void>
  unwant(wish: { readonly namespace: string; readonly source: string }): Promise<void>
  /** Namespaces for which a worker is wanted now or within so many seconds, the longest wanted first. */
  due(withinSeconds: number): Promise<string[]>
  /** Notes that a worker polls in a namespace: what was due is answered, and a schedule is due at its next instant. */
  served(namespace: string): Promise<void>
  /** Notes that this process is alive, and returns all that are. */
  beat(workerId: string): Promise<string[]>
  /** The process ends. */
  leave(workerId: string): Promise<void>
}

/** Seconds between two signs of life of a worker process. */
export const beatSeconds = 15
/** Seconds after its last sign of life from which a worker process counts as dead. */
export const deadSeconds = 60
