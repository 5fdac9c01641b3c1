// Exits with 0 while the service takes wallets: /readyz is 503 without storage.
import { get } from 'node:http'

const request = get(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, { timeout: 4000 }, (response) => {
  process.exit(response.statusCode === 200 ? 0 : 1)
})
request.on('timeout', () => request.destroy(new Error('it does not respond')))
request.on('error', () => process.exit(1))
