// Two GNU Go play, and `zobrist go gtp` is the referee; all three are driven by @sabaki/gtp, the client of Sabaki.
//
// node referee.cjs ZOBRIST GNUGO GAMES [forget]
//
// Every move is asked for (`is_legal`), passed on as Sabaki does, and compared: the legal points before it, and the
// stones after it. At the end, the stones that GNU Go calls dead are named to the referee, whose score must be that
// of both players. Prints what was played as JSON, or fails with the first difference: with `forget`, a control, dead
// stones are not named, so that it must fail.
const assert = require('node:assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [zobrist, gnugo, games, forget] = process.argv.slice(2)
const OPENING = ['name', 'version', 'protocol_version', 'list_commands']

const ask = async (controller, name, ...args) => {
    const response = await controller.sendCommand({name, args})
    assert(!response.error, `${controller.path}: ${name} ${args.join(' ')}: ${response.content}`)
    return response.content
}
const points = text => text.split(/\s+/).filter(name => name !== '').sort()

async function play(game) {
    const size = [5, 6, 7, 9][game % 4]
    const komi = [0.5, 7.5, -3.5, 7][game % 4]
    const player = seed => {
        const superko = ['--positional-superko', '--forbid-suicide', '--chinese-rules', '--never-resign']
        return new Controller(gnugo, ['--mode', 'gtp', '--level', '1', '--seed', `${seed}`, ...superko])
    }
    const players = [player(2 * game + 1), player(2 * game + 2)]
    const referee = new Controller(zobrist, ['go', 'gtp'])
    const messages = []
    referee.on('stderr', ({content}) => messages.push(content))
    const all = [...players, referee]
    all.forEach(controller => controller.start())
    try {
        for (const command of OPENING) await ask(referee, command)
        await ask(referee, 'kata-set-rules', '{"ko":"POSITIONAL","scoring":"AREA","suicide":false}')
        for (const controller of players) {
            await ask(controller, 'boardsize', `${size}`)
            await ask(controller, 'clear_board')
            await ask(controller, 'komi', `${komi}`)
        }
        const tracker = new ControllerStateTracker(referee)
        const timeSettings = {mainTime: 300, byoyomiTime: 30, byoyomiStones: 5}
        const state = history => ({komi, boardsize: [size, size], timeSettings, history})
        const history = []
        let passes = 0
        let captured = 0
        await tracker.sync(state(history))
        while (passes < 2 && history.length < 3 * size * size) {
            const turn = history.length % 2
            const color = ['B', 'W'][turn]
            const legal = points(await ask(referee, 'all_legal', color))
            assert.deepStrictEqual(legal, points(await ask(players[turn], 'all_legal', color)))
            const vertex = await ask(players[turn], 'genmove', color)
            assert.strictEqual(await ask(referee, 'is_legal', color, vertex), '1', `${color} ${vertex}`)
            await ask(players[1 - turn], 'play', color, vertex)
            history.push({name: 'play', args: [color, vertex]})
            await tracker.sync(state([...history]))
            passes = vertex.toLowerCase() === 'pass' ? passes + 1 : 0
            for (const color of ['B', 'W']) {
                const stones = points(await ask(referee, 'list_stones', color))
                assert.deepStrictEqual(stones, points(await ask(players[0], 'list_stones', color)))
                captured -= stones.length
            }
            captured += history.filter(({args}) => args[1].toLowerCase() !== 'pass').length
        }
        assert.strictEqual(passes, 2, 'the game does not end')

        // What is on the board can neither be played nor named dead where it is empty.
        const [stone] = points(await ask(referee, 'list_stones', 'B'))
        const refused = await referee.sendCommand({name: 'play', args: ['W', stone]})
        assert(refused.error && refused.content.startsWith('illegal move'), refused.content)
        const empty = points(await ask(referee, 'all_legal', 'B'))
        if (empty.length > 0) {
            const refused = await referee.sendCommand({name: 'zobrist-dead', args: [empty[0]]})
            assert(refused.error && refused.content.startsWith('no stone on'), refused.content)
        }

        const dead = forget ? [] : points(await ask(players[0], 'final_status_list', 'dead'))
        assert.deepStrictEqual(messages, [])
        const message = new Promise(told => referee.once('stderr', told))
        await ask(referee, 'final_score')
        // What is said on standard error comes by a pipe of its own.
        assert.match((await message).content, /all count as alive/)
        await ask(referee, 'zobrist-dead', ...dead)
        const score = await ask(referee, 'final_score')
        assert.match(score, /^([BW]\+[0-9]+(\.5)?|0)$/)
        assert.strictEqual(messages.length, 1)
        assert.deepStrictEqual(points(await ask(referee, 'final_status_list', 'dead')), dead)
        const number = score => (score[0] === 'W' ? -1 : 1) * parseFloat(score.slice(2) || '0')
        for (const controller of players) {
            assert.strictEqual(number(await ask(controller, 'final_score')), number(score))
        }
        // Sabaki goes back by undo.
        await tracker.sync(state(history.slice(0, -3)))
        const stones = points(await ask(referee, 'list_stones', 'W'))
        for (let back = 0; back < 3; back++) await ask(players[1], 'undo')
        assert.deepStrictEqual(stones, points(await ask(players[1], 'list_stones', 'W')))
        return {size, moves: history.length, captured: captured > 0, dead: dead.length, score}
    } finally {
        await Promise.all(all.map(controller => controller.stop()))
    }
}

async function main() {
    const played = []
    for (let game = 0; game < Number(games); game++) {
        played.push(await play(game).catch(error => {
            error.message = `game ${game}: ${error.message}`
            throw error
        }))
    }
    console.log(JSON.stringify(played))
}

main().catch(error => {
    console.error(error.message)
    console.error(error.stack)
    process.exit(1)
})
