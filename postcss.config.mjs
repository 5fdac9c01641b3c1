/** Tailwind 4 reads its configuration from app/globals.css; nothing else transforms the styles. */
const config = { plugins: { '@tailwindcss/postcss': {} } }

export default config
