import { verifyReport } from './verify-report'

// The program behind `npm run verify-report`.
const { code, stream, text } = await verifyReport(process.argv.slice(2))
// The reader may close the pipe early, as `head` does. The exit code is still the verdict.
process[stream].on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process[stream].write(`${text}\n`)
process.exitCode = code
