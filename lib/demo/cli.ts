import { readEnvironment } from '@/lib/server/basics/env'
import { DemoStop } from './demo-stop'
import { runDemo } from './run-demo'

/** `npm run demo`: records real executions of the built-in pipelines against the running service. */
async function main(): Promise<number> {
  try {
    await runDemo({ settings: readEnvironment(process.env), say: (line) => process.stdout.write(`${line}\n`) })
    return 0
  } catch (error) {
    const expected = error instanceof DemoStop || (error instanceof Error && error.name === 'SettingsError')
    if (!expected) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

// The reader of the output may close the pipe, like `head`: finish anyway.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await main()
