// Runs before the first paint, so that a dark screen never flashes white.
// The choice lives in IndexedDB, which cannot be read in time; the cookie is its mirror (see src/app/theme.ts).
;(function () {
  var chosen = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)
  var dark = chosen ? chosen[1] === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
