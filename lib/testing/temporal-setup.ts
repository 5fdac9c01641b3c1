import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '../../scripts/build.mjs'
import { startTemporal } from './temporal'

/** Once for all tests with Temporal: builds the programs and the workflow, finds or builds Temporal, and starts it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt({ pages: false })
  const temporal = await startTemporal()
  project.provide('temporalAddress', temporal.address)
  return () => temporal.remove()
}

declare module 'vitest' {
  interface ProvidedContext {
    temporalAddress: string
  }
}
