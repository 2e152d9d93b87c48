import http from 'node:http'

// Serves the JSON it is told at start, encoded anew for each request, with nothing between it and node:http.
process.once('message', text => {
  const value = JSON.parse(String(text))
  const server = http.createServer((_request, response) => {
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify(value))
  })
  server.listen(0, '127.0.0.1', () =>
    process.send?.(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
  )
})
process.on('disconnect', () => process.exit(0))
