/** A program that gives a service on this machine a public https address. */
export interface Tunnel {
  readonly name: string
  /** What opens it; it prints the address. */
  readonly command: string
  readonly note: string
}

/** The usual ones. Each ends TLS with a public certificate, so that a phone has nothing to trust. */
export const tunnels = (port: string): readonly Tunnel[] => [
  {
    name: 'cloudflared',
    command: `cloudflared tunnel --url http://localhost:${port}`,
    note: 'Needs no account. The address is another one at every start.',
  },
  {
    name: 'tailscale',
    command: `tailscale funnel ${port}`,
    note: 'The address stays. With serve instead of funnel it is for your own devices only.',
  },
  {
    name: 'ngrok',
    command: `ngrok http ${port}`,
    note: 'Without a paid plan it shows a page of its own before the first one in a browser.',
  },
]
