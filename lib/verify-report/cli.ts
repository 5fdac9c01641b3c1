import { verifyReport } from './verify-report'

// The program behind `npm run verify-report`.
const { code, stream, text } = await verifyReport(process.argv.slice(2))
process[stream].write(`${text}\n`)
process.exitCode = code
