import { ensureBuilt } from '../../scripts/build.mjs'
import { temporalProgram } from '../../scripts/temporal-program.mjs'

/** Runs once for all tests with Temporal: builds the programs and the workflow, and finds or builds Temporal. */
export async function setup(): Promise<void> {
  await ensureBuilt({ without: ['pages'] })
  const own = process.env.TEMPORAL_CLI_PATH
  await temporalProgram(own ? { own } : {})
}
