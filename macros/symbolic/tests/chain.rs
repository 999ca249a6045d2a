use extremal_symbolic::*;
use std::time::Instant;
fn chain(n: usize, kind: usize) -> (usize, usize, std::time::Duration) {
    let t0 = Instant::now();
    let mut g = Graph::new();
    let (m, l, grav, h) = (g.symbol("m"), g.symbol("l"), g.symbol("g"), g.symbol("h"));
    let q: Vec<Expr> = (0..n).map(|i| g.symbol(&format!("q{i}"))).collect();
    let v: Vec<Expr> = (0..n).map(|i| g.symbol(&format!("v{i}"))).collect();
    let half = g.ratio(1, 2);
    let (mut kin, mut pot) = (g.zero(), g.zero());
    if kind == 0 {
        for i in 0..n {
            for j in 0..n {
                let c = g.integer((n - i.max(j)) as i64);
                let d = g.sub(q[i], q[j]);
                let cos = g.apply(Function::Cos, d);
                let ll = g.powi(l, 2);
                let t = g.product(&[half, m, ll, c, cos, v[i], v[j]]);
                kin = g.add(kin, t);
            }
            let c = g.integer((n - i) as i64);
            let cos = g.apply(Function::Cos, q[i]);
            let t = g.product(&[c, m, grav, l, cos]);
            pot = g.sub(pot, t);
        }
    } else {
        let (mut x, mut y, mut a) = (g.zero(), g.zero(), g.zero());
        let rates: Vec<_> = q.iter().copied().zip(v.iter().copied()).collect();
        for i in 0..n {
            a = if kind == 1 { q[i] } else { g.add(a, q[i]) };
            let (s, c) = (g.apply(Function::Sin, a), g.apply(Function::Cos, a));
            let (dx, dy) = (g.mul(l, s), g.mul(l, c));
            x = g.add(x, dx);
            y = g.sub(y, dy);
            let xd = g.time_derivative(x, &rates);
            let yd = g.time_derivative(y, &rates);
            let (x2, y2) = (g.powi(xd, 2), g.powi(yd, 2));
            let s = g.add(x2, y2);
            let t = g.product(&[half, m, s]);
            kin = g.add(kin, t);
            let p = g.product(&[m, grav, y]);
            pot = g.add(pot, p);
        }
    }
    let lag = g.sub(kin, pot);
    let count = |g: &mut Graph, lag: Expr| {
        let x: Vec<Expr> = (0..n).map(|i| g.symbol(&format!("x{i}"))).collect();
        let q0: Vec<Expr> = (0..n).map(|i| g.symbol(&format!("q0{i}"))).collect();
        let p0: Vec<Expr> = (0..n).map(|i| g.symbol(&format!("p0{i}"))).collect();
        let all: Vec<Expr> = q.iter().chain(&v).copied().collect();
        let grad = g.gradient(lag, &all);
        let mut pairs = vec![];
        for i in 0..n {
            let hv = g.product(&[half, h, x[i]]);
            let qm = g.add(q0[i], hv);
            pairs.push((q[i], qm));
            pairs.push((v[i], x[i]));
        }
        let grad = g.substitute(&grad, &pairs);
        let r: Vec<Expr> = (0..n)
            .map(|i| {
                let f = g.product(&[half, h, grad[i]]);
                let mv = g.neg(grad[n + i]);
                g.sum(&[p0[i], f, mv])
            })
            .collect();
        let p1: Vec<Expr> = (0..n)
            .map(|i| {
                let f = g.product(&[h, grad[i]]);
                g.sum(&[p0[i], f])
            })
            .collect();
        let a = g.jacobian(&r, &x);
        if n == 3 {
            for row in &r {
                println!("r {}", g.display(*row));
            }
            for row in &a {
                for e in row {
                    println!("A {}", g.display(*e));
                }
            }
        }
        let mut roots = r.clone();
        roots.extend(p1);
        roots.extend(a.iter().flatten().copied());
        let mut s = Scheduler::new(g, &roots);
        let o = s.lower_all(&roots);
        let p = s.finish(&o);
        p.operations()
    };
    let plain = count(&mut g, lag);
    let t = t0.elapsed();
    let e = g.expand_angles(&[lag], &q)[0];
    let expanded = if e == lag { plain } else { count(&mut g, e) };
    (plain.total(), expanded.total(), t)
}
#[test]
fn counts() {
    for kind in 0..3 {
        for n in [2, 3, 4, 8, 16, 32] {
            println!("{kind} {n} {:?}", chain(n, kind));
        }
    }
}
